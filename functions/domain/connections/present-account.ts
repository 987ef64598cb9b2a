import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import {
  type ConnectionHealth,
  type ConnectionPairing,
  PAIRING_CODE_LIFE_MS,
} from '@prosa/shared/entities/connection.ts';

/** Presents the health of an account, for users who manage connections. */
export const presentHealth = (
  health: ConnectionHealth,
): ResponseOf<typeof connectionRoutes.health>[number] => ({
  id: health.connectionId,
  toldAt: health.toldAt,
  newsAt: health.newsAt,
  violationAt: health.violationAt,
  lastFrameAt: health.lastFrameAt,
  waitingConversations: health.waitingConversations,
  drops: health.drops,
  unreadable: health.unreadable,
  restriction: health.restriction,
  quota: health.quota,
});

/** Presents the requested pairing code while it is still valid. */
export const presentPairing = (
  pairing: ConnectionPairing | undefined,
  nowMs: number,
): ResponseOf<typeof connectionRoutes.get>['pairing'] =>
  pairing === undefined || nowMs - Date.parse(pairing.askedAt) > PAIRING_CODE_LIFE_MS
    ? null
    : { number: pairing.number, code: pairing.code, failure: pairing.failure };
