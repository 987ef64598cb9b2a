import {
  type BinaryNode,
  chatModificationToAppPatch,
  encodeSyncdPatch,
  newLTHashState,
  proto,
} from 'baileys';
import { describe, expect, it } from 'vitest';
import { namesOf, pictureChangeOf, readingOf, settingsChanges } from './phone-changes.ts';

const ME = ['5511900000000:7@s.whatsapp.net', '200000000000001:7@lid'];
const ANA = '100000000000001@lid';
const GROUP = '120363000000000001@g.us';
const NOW_MS = 1_795_000_000_500;
const NOW_S = '1795000000';
const UNTIL = 1_795_000_000_999;

const receipt = (attrs: Record<string, string>): BinaryNode => ({
  tag: 'receipt',
  attrs: { t: NOW_S, ...attrs },
});

describe('readingOf', () => {
  it.each([
    ['the phone, by opaque id', { type: 'read', from: '200000000000001@lid', recipient: ANA }, ANA],
    ['the phone, by number', { type: 'read', from: '5511900000000@s.whatsapp.net', recipient: ANA }, ANA],
    ['the phone, hidden', { type: 'read-self', from: '200000000000001@lid', recipient: ANA }, ANA],
    ['another computer', { type: 'read', from: '200000000000001:9@lid', recipient: ANA }, ANA],
    ['the phone, in a group', { type: 'read', from: GROUP, participant: '200000000000001@lid' }, GROUP],
  ])('returns the chat that %s read', (_who, attrs, jid) => {
    expect(readingOf(receipt(attrs), ME, NOW_MS)).toEqual({
      jids: [jid],
      change: { type: 'chat-read', until: UNTIL },
    });
  });

  it.each([
    ['a contact', { type: 'read', from: ANA }],
    ['a member of a group', { type: 'read', from: GROUP, participant: ANA }],
    ['this device', { type: 'read', from: '200000000000001:7@lid', recipient: ANA }],
    ['the phone that only received the message', { from: '200000000000001@lid', recipient: ANA }],
    [
      'the phone at an impossible time',
      { type: 'read', from: '200000000000001@lid', recipient: ANA, t: '1' },
    ],
    [
      'the phone in the future',
      { type: 'read', from: '200000000000001@lid', recipient: ANA, t: '1795000900' },
    ],
    ['nobody', { type: 'read' }],
  ])('returns nothing for a receipt of %s', (_who, attrs) => {
    expect(readingOf(receipt(attrs), ME, NOW_MS)).toBeUndefined();
  });
});

describe('pictureChangeOf', () => {
  const notification = (attrs: Record<string, string>, ...tags: string[]): BinaryNode => ({
    tag: 'notification',
    attrs: { type: 'picture', ...attrs },
    content: tags.map((tag) => ({ tag, attrs: {} })),
  });

  it.each([
    ['set', ANA, false],
    ['add', '100000000000001:3@lid', false],
    ['delete', ANA, true],
  ])('returns the contact whose picture was changed by %s', (tag, from, isRemoved) => {
    expect(pictureChangeOf(notification({ from }, tag), ME)).toEqual({
      jids: [ANA],
      change: { type: 'picture-change', isRemoved },
    });
  });

  it('returns the group whose picture was changed', () => {
    expect(pictureChangeOf(notification({ from: GROUP }, 'set'), ME)).toMatchObject({ jids: [GROUP] });
  });

  it.each([
    ['the account’s own picture', notification({ from: '200000000000001@lid' }, 'set')],
    ['a request for a picture', notification({ from: ANA }, 'request')],
    ['another matter', notification({ from: ANA, type: 'devices' }, 'add')],
    ['nobody', notification({}, 'set')],
  ])('returns nothing for a notification about %s', (_what, node) => {
    expect(pictureChangeOf(node, ME)).toBeUndefined();
  });
});

describe('namesOf', () => {
  it('returns all ids of a named person, and nothing for people without a name and for groups', () => {
    const phoneNumber = '5511988880001@s.whatsapp.net';
    const contacts = [
      { id: phoneNumber, phoneNumber, lid: ANA, name: 'Ana' },
      { id: ANA },
      { id: GROUP, name: 'Bairro' },
    ];
    expect(namesOf(contacts, NOW_MS)).toEqual([
      {
        jids: [phoneNumber, phoneNumber, ANA],
        change: { type: 'address-book-name', name: 'Ana', sentAt: NOW_MS },
      },
    ]);
  });
});

describe('settingsChanges', () => {
  const keyData = proto.Message.AppStateSyncKeyData.fromObject({ keyData: Buffer.alloc(32, 3) });
  const keyId = Buffer.from('key001').toString('base64');
  const keyOf = async (id: string) => (id === keyId ? keyData : undefined);
  const answerWith = (patch: proto.ISyncdPatch): BinaryNode => ({
    tag: 'iq',
    attrs: { type: 'result' },
    content: [
      {
        tag: 'sync',
        attrs: {},
        content: [
          {
            tag: 'collection',
            attrs: { name: 'regular_low', version: '1' },
            content: [
              {
                tag: 'patches',
                attrs: {},
                content: [{ tag: 'patch', attrs: {}, content: proto.SyncdPatch.encode(patch).finish() }],
              },
            ],
          },
        ],
      },
    ],
  });
  const readPatch = async (lastMessages: { messageTimestamp: number }[]) => {
    const mark = chatModificationToAppPatch(
      {
        markRead: true,
        lastMessages: lastMessages.map((one) => ({
          ...one,
          key: { remoteJid: ANA, id: 'M', fromMe: false },
        })),
      },
      ANA,
    );
    mark.syncAction.timestamp = NOW_MS;
    return (await encodeSyncdPatch(mark, keyId, newLTHashState(), async () => keyData)).patch;
  };

  it('returns the time of the mark if the mark names no message', async () => {
    const answer = answerWith(await readPatch([]));
    expect(await settingsChanges(answer, keyOf, NOW_MS)).toEqual([
      { jids: [ANA], change: { type: 'chat-read', until: NOW_MS + 999 } },
    ]);
  });

  it('returns nothing for a change whose MAC is wrong', async () => {
    const patch = await readPatch([{ messageTimestamp: 1_795_000_000 }]);
    expect(await settingsChanges(answerWith(patch), keyOf, NOW_MS)).toHaveLength(1);
    const blob = patch.mutations?.[0]?.record?.value?.blob;
    blob?.fill(0, blob.length - 1);
    expect(await settingsChanges(answerWith(patch), keyOf, NOW_MS)).toEqual([]);
  });

  it('fails if the phone has not shared the key yet', async () => {
    const answer = answerWith(await readPatch([]));
    await expect(settingsChanges(answer, async () => undefined, NOW_MS)).rejects.toThrow(
      'failed to find key',
    );
  });

  it('returns nothing for answers to other queries', async () => {
    expect(await settingsChanges({ tag: 'iq', attrs: { type: 'result' } }, keyOf, NOW_MS)).toEqual([]);
  });
});
