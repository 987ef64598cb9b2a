import type { CallAnswer } from '../../domain/external/repeated-call.ts';
import { toInstant } from '../../platform/clock.ts';
import { sha256 } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ExternalCall } from '../../platform/table/entities/external-api.ts';
import type { Table } from '../../platform/table/table.ts';

export type ExternalCallRow = Row<typeof ExternalCall>;

/** A call of the external API as a repetition is recognised by it. */
export interface NamedCall {
  connectionId: number;
  /** The caller's idempotency key; undefined if the call has no name, so that every repetition is a new call. */
  key: string | undefined;
  /** SHA-256 of the request. */
  bodyHash: string;
}

/** Returns the row of a call's key. One consistent read; none without a key. */
export const loadExternalCall = async (
  table: Table,
  { connectionId, key }: NamedCall,
): Promise<ExternalCallRow | undefined> =>
  key === undefined
    ? undefined
    : table.get(ExternalCall, { connectionId, keyHash: sha256(key) }, { consistent: true });

/**
 * Returns the write that stores a call's answer, for the transaction of its messages; none without a key. The
 * transaction fails if another call with the key came first.
 * @param earlier the row as read: of an expired call, or none
 */
export const externalCallItems = (
  table: Table,
  { connectionId, key, bodyHash }: NamedCall,
  answer: CallAnswer,
  earlier: ExternalCallRow | undefined,
  nowMs: number,
): WriteItem[] => {
  if (key === undefined || table.companyId === null) return [];
  const row = {
    companyId: table.companyId,
    connectionId,
    keyHash: sha256(key),
    bodyHash,
    ...answer,
    messageIds: [...answer.messageIds],
  };
  return [table.put(ExternalCall, { ...row, at: toInstant(nowMs) }, earlier?.version ?? 'absent', nowMs)];
};
