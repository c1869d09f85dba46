"""The web client: HTML pages, static files, texts. Knows nothing of the server."""

from rollwrite.web.api_reference import api_page
from rollwrite.web.assets import Asset, asset, manifest, service_worker, static_files
from rollwrite.web.host_page import Hosted, HostedSeat, HostedTable, host_key_page, host_page
from rollwrite.web.pages import about_page, bring_page, error_page, rules_page
from rollwrite.web.people.compared_page import Compared, compared_page, expert_name, you
from rollwrite.web.people.daily_page import calendar_page, daily_game, daily_page
from rollwrite.web.people.history_page import Filter as GameFilter
from rollwrite.web.people.history_page import Game as PlayedGame
from rollwrite.web.people.history_page import Seat as PlayedSeat
from rollwrite.web.people.history_page import history_page
from rollwrite.web.people.player_picture import player_picture
from rollwrite.web.people.profile_page import privacy_page, profile_page, qr_code
from rollwrite.web.people.stats_page import Played as PlayedBefore
from rollwrite.web.people.stats_page import stats_page
from rollwrite.web.pictures import picture, pieces
from rollwrite.web.progress import progress
from rollwrite.web.review import review_content, review_page
from rollwrite.web.score import line_data, score_page, sheet_picture
from rollwrite.web.start import start_page
from rollwrite.web.story import story
from rollwrite.web.table import replay_page, table_page, waiting_page

__all__ = [
    "Asset",
    "Compared",
    "GameFilter",
    "Hosted",
    "HostedSeat",
    "HostedTable",
    "PlayedBefore",
    "PlayedGame",
    "PlayedSeat",
    "about_page",
    "api_page",
    "asset",
    "bring_page",
    "calendar_page",
    "compared_page",
    "daily_game",
    "daily_page",
    "error_page",
    "expert_name",
    "history_page",
    "host_key_page",
    "host_page",
    "line_data",
    "manifest",
    "picture",
    "pieces",
    "player_picture",
    "privacy_page",
    "profile_page",
    "progress",
    "qr_code",
    "replay_page",
    "review_content",
    "review_page",
    "rules_page",
    "score_page",
    "service_worker",
    "sheet_picture",
    "start_page",
    "static_files",
    "stats_page",
    "story",
    "table_page",
    "waiting_page",
    "you",
]
