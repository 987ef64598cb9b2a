import type { SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import type { ChatModification } from 'baileys';
import { expect, it } from 'vitest';
import { REF } from '../testing/harness.ts';
import { markUnread } from './outbound.ts';

const COMMAND: SessionCommandOf<'mark-unread'> = {
  v: 1,
  ...REF,
  type: 'mark-unread',
  to: [{ kind: 'phone', value: '5511988887777' }],
  waitsUntil: 1_763_640_060_000,
  last: { providerMessageId: '3A00', fromMe: false },
  lastSentAt: 1_763_640_000_999,
};

it('markUnread marks a chat unread by its newest message', async () => {
  const asked: [ChatModification, string][] = [];
  const chatModify = async (change: ChatModification, jid: string) => {
    asked.push([change, jid]);
  };
  await markUnread({ chatModify }, COMMAND);
  const jid = '5511988887777@s.whatsapp.net';
  const key = { remoteJid: jid, id: '3A00', fromMe: false };
  expect(asked).toEqual([
    [{ markRead: false, lastMessages: [{ key, messageTimestamp: 1_763_640_000 }] }, jid],
  ]);
});

it('markUnread does nothing while the phone has not shared its keys', async () => {
  const chatModify = () => Promise.reject(new Error('App state key not present!'));
  await expect(markUnread({ chatModify }, COMMAND)).resolves.toBeUndefined();
});
