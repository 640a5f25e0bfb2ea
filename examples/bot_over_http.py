"""A bot in forty lines that plays over HTTP, as a program in any language could.

    blockfront play --no-browser &
    python examples/bot_over_http.py http://127.0.0.1:8642

It makes a game against a recruit and answers every decision with the first choice it is offered.
"""

import sys
import time
from typing import Any

import httpx


def play(address: str, title: str = "proving_ground", scenario: str = "border_incident", most: int = 2000) -> dict[str, Any]:
    """Plays a game to its end and returns its result."""
    with httpx.Client(base_url=f"{address}/api", timeout=30) as http:
        (facts,) = (one for one in http.get("/titles").json()["titles"] if one["id"] == title)
        mine, theirs = facts["sides"]
        seats = [{"sides": [mine], "player": "me"}, {"sides": [theirs], "player": "bot", "bot": "recruit"}]
        made = http.post("/games", json={"title": title, "scenario": scenario, "seats": seats}).json()
        game = f"/games/{made['game']}"
        http.headers["authorization"] = f"Bearer {made['seats'][0]['token']}"
        for _ in range(most):
            state = http.get(game).json()
            if state["info"]["result"]:
                result: dict[str, Any] = state["info"]["result"]
                return result
            if not state["prompt"]:
                time.sleep(0.05)  # the other side decides; a WebSocket would tell when it is done
                continue
            groups = http.get(f"{game}/legal").json()["groups"]
            group = next((one for one in groups if one["choices"]), groups[0])
            choices = group["choices"] or http.get(f"{game}/legal", params={"block": group["block"]}).json()["groups"][0]["choices"]
            answer = http.post(f"{game}/submit", json={"action": choices[0]["action"], "decision": state["decision"]})
            if answer.status_code != 409:  # the game has moved on: look again
                answer.raise_for_status()
    raise RuntimeError(f"the game did not end within {most} looks at it")


if __name__ == "__main__":
    print(play(sys.argv[1]))
