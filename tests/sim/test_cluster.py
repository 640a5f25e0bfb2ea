"""A cluster of two nodes on this machine, one of which dies: the series ends with every game once, as if nothing had happened."""

import os
from importlib.util import find_spec
from typing import Any

import msgspec
import pytest

from blockfront.ai.player import Budget
from blockfront.sim import arena
from blockfront.sim.run_match import Played

JOB = arena.Job("proving_ground", "border_incident", ("recruit", "recruit"), games=24, seed=70, budget=Budget(simulations=1))


def without_time(played: list[Played]) -> list[Played]:
    return [msgspec.structs.replace(one, seconds=(), slowest=()) for one in played]


@pytest.mark.skipif("BLOCKFRONT_CLUSTER" not in os.environ, reason="make soak kills nodes; test_arena plays on a cluster of one")
@pytest.mark.skipif(not find_spec("ray"), reason="the cluster needs Ray: pip install 'blockfront[cluster]'")
@pytest.mark.filterwarnings("ignore")  # Ray's own, of sockets and processes it leaves to the end of the test
def test_a_series_survives_the_death_of_a_node() -> None:
    from ray.cluster_utils import Cluster

    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    doomed = nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    died: list[int] = []

    def kill_after_the_first(played: Played) -> None:
        if not died:
            died.append(played.number)
            nodes.remove_node(doomed, allow_graceful=False)

    try:
        series = arena.run(JOB, cluster=nodes.address, progress=kill_after_the_first)
    finally:
        nodes.shutdown()
    assert died
    assert [one.number for one in series] == list(range(70, 94))
    assert without_time(series) == without_time(arena.run(JOB))
