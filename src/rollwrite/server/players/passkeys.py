"""Passkeys (WebAuthn): what a device or password manager keeps, to find a profile again.

Whoever has one adds a browser to the profile without a link. A challenge is signed instead of kept,
so that any server can check the answer to what another has asked.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from rollwrite.errors import require_extra
from rollwrite.server.problems import Cause, Problem

SECONDS = 300  # in which a challenge must be answered
NONCE, TIME, PROOF = 16, 6, 16  # bytes


class Site(NamedTuple):
    """The site that passkeys are for, and the key with which its challenges are signed."""

    origin: str
    key: bytes

    @property
    def id(self) -> str:
        """The name that a passkey is bound to."""
        return urlsplit(self.origin).hostname or ""

    def challenge(self, purpose: str) -> bytes:
        """Something to sign, for this purpose and a short time."""
        head = int(time.time()).to_bytes(TIME, "big") + secrets.token_bytes(NONCE)
        return head + self._proof(purpose, head)

    def answered(self, purpose: str, credential: dict[str, Any]) -> bytes:
        """The challenge that an answer is to, if it is one of ours and not too old."""
        try:
            told = json.loads(_bytes(credential["response"]["clientDataJSON"]))
            given = _bytes(told["challenge"])
        except (ValueError, KeyError, TypeError):
            raise Problem(Cause.BAD_REQUEST, "bad_passkey") from None
        head, proof = given[:-PROOF], given[-PROOF:]
        age = time.time() - int.from_bytes(head[:TIME], "big")
        mine = hmac.compare_digest(proof, self._proof(purpose, head))
        if not mine or not 0 <= age + 1 <= SECONDS:
            raise Problem(Cause.BAD_LINK, "late_passkey")
        return given

    def _proof(self, purpose: str, head: bytes) -> bytes:
        return hmac.digest(self.key, b"passkey|" + purpose.encode() + b"|" + head, "sha256")[:PROOF]


class Passkey(NamedTuple):
    """What is kept of a passkey: its id, and what checks its signatures."""

    id: str
    public_key: str
    uses: int


def creation(site: Site, who: str, public: str, name: str, known: list[str]) -> str:
    """What a browser is asked to make a passkey of, as JSON."""
    require_extra("passkeys")
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.id,
        rp_name="rollwrite",
        user_id=public.encode(),
        user_name=name or "rollwrite",
        challenge=site.challenge(f"make|{who}"),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=_bytes(one)) for one in known
        ],
    )
    return webauthn.options_to_json(options)


def created(site: Site, who: str, text: str) -> Passkey:
    """The passkey that a browser has made."""
    require_extra("passkeys")
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    credential = _read(text)
    challenge = site.answered(f"make|{who}", credential)
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Problem(Cause.BAD_REQUEST, "bad_passkey") from None
    return Passkey(_text(found.credential_id), _text(found.credential_public_key), found.sign_count)


def request(site: Site) -> str:
    """What a browser is asked to sign with a passkey, as JSON; any of this site will do."""
    require_extra("passkeys")
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=site.id, challenge=site.challenge("use")
    )
    return webauthn.options_to_json(options)


def id_of(text: str) -> str:
    """Which passkey an answer claims to be of."""
    found = _read(text).get("id")
    return found[:400] if isinstance(found, str) else ""


def used(site: Site, known: Passkey, text: str) -> int:
    """How often a passkey was used by now, if it has signed what it was asked to."""
    require_extra("passkeys")
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    credential = _read(text)
    challenge = site.answered("use", credential)
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            credential_public_key=_bytes(known.public_key),
            credential_current_sign_count=known.uses,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Problem(Cause.BAD_REQUEST, "bad_passkey") from None
    return found.new_sign_count


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Problem(Cause.BAD_REQUEST, "bad_passkey")
    return found


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
