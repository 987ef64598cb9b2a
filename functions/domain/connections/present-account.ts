import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import {
  type ConnectionHealth,
  type ConnectionPairing,
  PAIRING_CODE_LIFE_MS,
} from '@prosa/shared/entities/connection.ts';

/** How an account is doing, for who manages connections. */
export const presentHealth = (
  health: ConnectionHealth,
): ResponseOf<typeof connectionRoutes.health>[number] => ({
  id: health.connectionId,
  toldAt: health.toldAt,
  lastFrameAt: health.lastFrameAt,
  waitingConversations: health.waitingConversations,
  drops: health.drops,
  restriction: health.restriction,
  quota: health.quota,
});

/** The pairing code that was asked for, while it can be typed. */
export const presentPairing = (
  pairing: ConnectionPairing | undefined,
  nowMs: number,
): ResponseOf<typeof connectionRoutes.get>['pairing'] =>
  pairing === undefined || nowMs - Date.parse(pairing.askedAt) > PAIRING_CODE_LIFE_MS
    ? null
    : { number: pairing.number, code: pairing.code, failure: pairing.failure };
