/** Programming languages with an example of a receiver. */
export const RECEIVER_LANGUAGES = ['javascript', 'python', 'php'] as const;
export type ReceiverLanguage = (typeof RECEIVER_LANGUAGES)[number];

const JAVASCRIPT = `import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_S = 300;

export const isGenuine = (secret, headers, body) => {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const ageS = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageS <= TOLERANCE_S)) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((entry) => {
    const [version, signature = ""] = entry.split(",");
    const given = Buffer.from(signature, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
};`;

const PYTHON = `import base64
import hashlib
import hmac
import time

TOLERANCE_S = 300


def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(
        hmac.compare_digest(expected.encode(), given.encode())
        for given in headers["webhook-signature"].split(" ")
    )`;

const PHP = `<?php

const TOLERANCE_S = 300;

function is_genuine(string $secret, array $headers, string $body): bool
{
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > TOLERANCE_S) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $digest = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($digest);
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}`;

/** Functions that check the signature of a delivery by the rules of Standard Webhooks, by programming language. */
export const RECEIVERS: Record<ReceiverLanguage, string> = {
  javascript: JAVASCRIPT,
  python: PYTHON,
  php: PHP,
};
