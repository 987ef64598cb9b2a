import { channelOf } from '@prosa/functions/channels/channels.ts';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { editEvent, revokeEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let where: Where;
beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection({ allowGroup: true }) };
});

const phone = (value: string): Identity => ({ kind: 'phone', value });
const lid: Identity = { kind: 'lid', value: '112233' };
const ROSA = phone('5511977770001');
const LUIS = phone('5511977770002');
const GROUP: Identity = { kind: 'group', value: '120363000000000042' };
const alone = (...identities: Identity[]) => ({ isGroup: false, identities });
const inGroup = (...identities: Identity[]) => ({
  isGroup: true,
  identities: [GROUP],
  participant: { identities },
});
type Chat = ReturnType<typeof alone> | ReturnType<typeof inGroup>;

const bodyOf = async (id: string) => {
  const message = await findMessageByProviderId(company.table, whatsapp, where.connectionId, id);
  return message?.isDeleted === true ? 'deleted' : message?.body;
};
let serial = 0;
const say = async (chat: Chat): Promise<string> => {
  const providerMessageId = `A${++serial}`;
  await take(textEvent(where, '', 'palavra dada', { chat, providerMessageId }));
  return providerMessageId;
};
let at = Date.now();
const edit = (id: string, text: string, chat: Chat): InboundEvent => {
  at += 1;
  return editEvent(where, id, text, at, false, chat);
};

describe('changes of a message', () => {
  it("the author changes a message under any of the author's identities", async () => {
    const id = await say(alone(ROSA, lid));
    await take(edit(id, 'um', alone(lid)));
    expect(await bodyOf(id)).toBe('um');
    await take(edit(id, 'dois', alone(phone('551177770001'))));
    expect(await bodyOf(id)).toBe('dois');
  });

  it('another contact who knows the message id cannot change the message', async () => {
    const id = await say(alone(ROSA));
    await take(edit(id, 'mentira', alone(LUIS)), revokeEvent(where, id, false, alone(LUIS)));
    expect(await bodyOf(id)).toBe('palavra dada');
    const grouped = await say(inGroup(ROSA));
    await take(edit(grouped, 'mentira', inGroup(LUIS)), edit(grouped, 'mentira', alone(ROSA)));
    expect(await bodyOf(grouped)).toBe('palavra dada');
    await take(edit(grouped, 'corrigida', inGroup(lid, ROSA)));
    expect(await bodyOf(grouped)).toBe('corrigida');
  });

  it("another group member's revocation deletes the message, because it may come from an administrator", async () => {
    const id = await say(inGroup(ROSA));
    await take(revokeEvent(where, id, false, inGroup(LUIS)));
    expect(await bodyOf(id)).toBe('deleted');
  });

  const PERSON_OF = {
    whatsapp: 'phone',
    whatsappapi: 'phone',
    facebook: 'psid',
    instagram: 'igsid',
  } as const;
  const KINDS = ['edit', 'revoke', 'reaction', 'pin'] as const;
  const cases = (['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const).flatMap((channel) =>
    KINDS.flatMap((kind) => [true, false].map((isFirst) => ({ channel, kind, isFirst }))),
  );

  it.each(cases)(
    'on $channel only the conversation of a message makes a change of kind $kind, also one that came before it ($isFirst)',
    async ({ channel, kind, isFirst }) => {
      const on = { companyId: company.id, connectionId: await company.addConnection({ channel }) };
      const personOf = (): Identity => ({
        kind: PERSON_OF[channel],
        value: `55119${String(70_000_000 + ++serial)}`,
      });
      const [writer, stranger] = [personOf(), personOf()];
      const changedBy = async (person: Identity): Promise<boolean> => {
        const providerMessageId = `B${++serial}`;
        const message = {
          ...textEvent(on, '', 'palavra', { chat: alone(writer), providerMessageId }),
          channel,
        };
        const chat = alone(person);
        const told = { ...message, sentAt: Date.now(), receivedAt: Date.now() };
        const base = {
          v: 1,
          ...on,
          channel,
          receivedAt: told.receivedAt,
          chat,
          sentAt: told.sentAt,
        } as const;
        const target = { targetProviderMessageId: providerMessageId };
        const change: InboundEvent = {
          edit: { ...base, ...target, type: 'edit', text: 'outra', fromMe: false } as const,
          revoke: { ...base, ...target, type: 'revoke', fromMe: false } as const,
          reaction: {
            ...base,
            ...target,
            type: 'reaction',
            providerMessageId: `R${serial}`,
            emoji: '👍',
            fromMe: false,
          } as const,
          pin: { ...base, ...target, type: 'pin', until: Date.now() + 60_000 } as const,
        }[kind];
        await take(...(isFirst ? [change, message] : [message, change]));
        const stored = await findMessageByProviderId(
          company.table,
          channelOf({ channel }),
          on.connectionId,
          providerMessageId,
        );
        if (stored === undefined) throw new Error('the message was not stored');
        const { isEdited, isDeleted, reactions, pin } = stored;
        return isEdited || isDeleted || reactions.length > 0 || pin !== null;
      };
      expect(await changedBy(stranger)).toBe(false);
      expect(await changedBy(writer)).toBe(true);
    },
  );

  it('a change of a stranger that waits for a message does not replace the change of its writer', async () => {
    const providerMessageId = `C${++serial}`;
    await take(
      revokeEvent(where, providerMessageId, false, alone(ROSA)),
      revokeEvent(where, providerMessageId, false, alone(LUIS)),
      edit(providerMessageId, 'mentira', alone(LUIS)),
      textEvent(where, '', 'palavra dada', { chat: alone(ROSA), providerMessageId }),
    );
    expect(await bodyOf(providerMessageId)).toBe('deleted');
  });

  it('a reply that quotes a message of another customer shows nothing of it', async () => {
    const id = await say(alone(ROSA));
    const quotes = async (chat: Chat) => {
      const providerMessageId = `D${++serial}`;
      await take(textEvent(where, '', 'veja', { chat, providerMessageId, quotedProviderMessageId: id }));
      return (await findMessageByProviderId(company.table, whatsapp, where.connectionId, providerMessageId))
        ?.quoted;
    };
    expect(await quotes(alone(LUIS))).toBeNull();
    expect(await quotes(alone(ROSA))).toMatchObject({ body: 'palavra dada' });
  });
});
