"""A passkey in software: it makes a key and signs what it is asked to, as a device does."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


class Authenticator:
    """One device with one passkey."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.uses = 0
        self._id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: str) -> str:
        """A new passkey, as a browser would tell of it."""
        public = self._key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"),
                -3: public.y.to_bytes(32, "big")}  # fmt: skip
        made = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + cbor2.dumps(cose)
        data = self._data(json.loads(options)["rp"]["id"], NEW) + made
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(options, "webauthn.create", attestationObject=attested)

    def use(self, options: str) -> str:
        """What the passkey signs, as a browser would tell of it."""
        self.uses += 1
        data = self._data(json.loads(options)["rpId"])
        told = self._client_data(options, "webauthn.get")
        signed = self._key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(options, "webauthn.get", authenticatorData=data, signature=signed)

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= PRESENT | VERIFIED
        return (
            hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")
        )

    def _client_data(self, options: str, kind: str) -> bytes:
        challenge = json.loads(options)["challenge"]
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, options: str, kind: str, **response: bytes) -> str:
        told = {"clientDataJSON": self._client_data(options, kind), **response}
        found: dict[str, Any] = {
            "id": text(self._id), "rawId": text(self._id), "type": "public-key",
            "response": {name: text(value) for name, value in told.items()},
            "clientExtensionResults": {},
        }  # fmt: skip
        return json.dumps(found)


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def changed(credential: str, part: str) -> str:
    """An answer of which one part was meddled with."""
    found = json.loads(credential)
    given = found["response"][part]
    data = bytearray(urlsafe_b64decode(given + "=" * (-len(given) % 4)))
    data[-2] ^= 1
    found["response"][part] = text(bytes(data))
    return json.dumps(found)
