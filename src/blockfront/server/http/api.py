"""Every endpoint of the HTTP API in one list: routes, the OpenAPI document and the client's types are made from it."""

from typing import Final

from blockfront.server.http.endpoints import DAY, Endpoint, endpoint
from blockfront.server.http.routes import accounts, aim, charts, dice, frames, lobby, overlays, people, play, records, rules, service, study

GAME: Final = "/api/games/{game}"
SCENARIO: Final = "/api/titles/{title}/scenarios/{scenario}"
SVG: Final = "image/svg+xml"
LOGIN_COST: Final = 20.0  # of what takes a password: guessing is slow

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    endpoint("GET", "/api/titles", lobby.titles, tag="titles"),
    endpoint("GET", "/api/titles/{title}/board", lobby.board, cache=DAY, tag="titles"),
    endpoint("GET", "/api/titles/{title}/map.svg", lobby.map_svg, media_type=SVG, tag="titles"),
    endpoint("GET", SCENARIO + "/picture.svg", lobby.scenario_picture, media_type=SVG, tag="titles"),
    endpoint("GET", SCENARIO, lobby.scenario_facts, cache=DAY, cost=5, tag="titles"),
    endpoint("POST", "/api/games", lobby.create_game, status=201, cost=10, tag="lobby"),
    endpoint("POST", "/api/join", lobby.join, cost=10, tag="lobby"),
    endpoint("POST", GAME + "/join", lobby.join_open_seat, cost=10, tag="lobby"),
    endpoint("GET", "/api/games", lobby.listed_games, cost=5, tag="lobby"),
    endpoint("POST", "/api/my_games", lobby.my_games, cost=5, tag="lobby"),
    endpoint("GET", "/api/titles/{title}/rules", rules.rules, cache=DAY, tag="titles"),
    endpoint("GET", GAME, play.game_state, seat="optional"),
    endpoint("GET", GAME + "/log", play.game_log, seat="optional"),
    endpoint("GET", GAME + "/legal", play.legal, seat="required", cost=2),
    endpoint("POST", GAME + "/why_not", play.why_not, seat="required"),
    endpoint("POST", GAME + "/submit", play.submit, seat="required"),
    endpoint("POST", GAME + "/undo", play.undo, seat="required"),
    endpoint("POST", GAME + "/standing_orders", play.standing_orders, seat="required"),
    endpoint("POST", GAME + "/concede", play.concede, seat="required"),
    endpoint("POST", GAME + "/agree_to_end", play.agree_to_end, seat="required"),
    endpoint("GET", GAME + "/overlays/{kind}", overlays.overlay, seat="optional", cost=2),
    endpoint("GET", GAME + "/modifiers", overlays.modifiers, seat="optional", cost=2),
    endpoint("POST", GAME + "/way", overlays.way, seat="required"),
    endpoint("GET", GAME + "/chat", people.chat, seat="required", tag="people"),
    endpoint("POST", GAME + "/chat", people.say, seat="required", cost=2, tag="people"),
    endpoint("GET", GAME + "/team", people.team_talk, seat="required", tag="people"),
    endpoint("POST", GAME + "/team", people.say_to_team, seat="required", cost=2, tag="people"),
    endpoint("POST", GAME + "/chat_read", people.chat_read, seat="required", tag="people"),
    endpoint("POST", GAME + "/hand_over", people.hand_over, seat="required", tag="people"),
    endpoint("POST", GAME + "/reclaim", people.reclaim, seat="required", tag="people"),
    endpoint("GET", GAME + "/notices", people.kept_notices, seat="required", tag="people"),
    endpoint("POST", GAME + "/notices", people.notices, seat="required", cost=5, tag="people"),
    endpoint("POST", GAME + "/renew_link", people.renew_link, seat="required", cost=5, tag="people"),
    endpoint("GET", GAME + "/replay", records.replay, seat="optional", cost=2, tag="records"),
    endpoint("GET", GAME + "/true_log", records.true_log, seat="optional", cost=2, tag="records"),
    endpoint("GET", GAME + "/thoughts", records.thoughts, seat="optional", tag="records"),
    endpoint("GET", GAME + "/export", records.export, seat="optional", media_type=records.RECORD, cost=5, tag="records"),
    endpoint("POST", "/api/import", records.import_record, status=201, max_body=records.MAX_RECORD, cost=20, tag="records"),
    endpoint("GET", GAME + "/frames", frames.frames, seat="optional", cost=5, tag="records"),
    endpoint("GET", GAME + "/dice", dice.dice, seat="optional", cost=20, tag="records"),
    endpoint("GET", GAME + "/charts", charts.charts, seat="optional", cost=5, tag="records"),
    endpoint("GET", GAME + "/odds", study.odds, seat="optional", cost=5, tag="study"),
    endpoint("POST", GAME + "/odds_of_move", study.odds_of_move, seat="required", cost=5, tag="study"),
    endpoint("GET", GAME + "/proposal", study.proposal, seat="required", cost=10, tag="study"),
    endpoint("GET", GAME + "/aim", aim.aim, seat="optional", cost=5, tag="study"),
    endpoint("POST", "/api/account", accounts.register, status=201, cost=LOGIN_COST, tag="accounts"),
    endpoint("POST", "/api/login", accounts.login, cost=LOGIN_COST, tag="accounts"),
    endpoint("POST", "/api/logout", accounts.logout, tag="accounts"),
    endpoint("GET", "/api/account", accounts.account, tag="accounts"),
    endpoint("POST", "/api/account/rename", accounts.rename_account, cost=LOGIN_COST, tag="accounts"),
    endpoint("POST", "/api/account/password", accounts.change_password, cost=LOGIN_COST, tag="accounts"),
    endpoint("POST", "/api/account/delete", accounts.delete_account, cost=LOGIN_COST, tag="accounts"),
    endpoint("GET", "/api/health", service.health, tag="service"),
    endpoint("GET", "/api/metrics", service.metrics, media_type=service.TEXT, tag="service"),
)
