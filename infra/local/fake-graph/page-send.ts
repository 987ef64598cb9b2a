import { randomBytes } from 'node:crypto';
import type { Page } from './accounts.ts';
import { AnswerLost } from './answer-lost.ts';
import type { Line, Shown } from './conversation.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import { showAttachment } from './page-attachments.ts';
import { type PageSend, parsePageSend, requireForChannel } from './page-message.ts';
import { deliveryUpdate, echoUpdate, type PageSide, sideOf } from './page-updates.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time after a person's message in which the page may write, and in which a human may with the tag. */
const WINDOW_MS = { plain: DAY_MS, tagged: 7 * DAY_MS } as const;
const WINDOW_CLOSED = { facebook: 2018278, instagram: 2534022 } as const;
const UNKNOWN_RECIPIENT = 2018001;

/** Returns the id of a message: Instagram's is longer. */
export const newMid = (channel: PageSide['channel']): string =>
  channel === 'facebook'
    ? `m_${randomBytes(48).toString('base64url')}`
    : `aWdf${randomBytes(60).toString('base64url')}`;

/** Returns the recipient and the side to which that id belongs. */
const recipientOf = ({ people }: World, page: Page, id: string): { side: PageSide; person: Person } => {
  for (const channel of ['facebook', 'instagram'] as const) {
    const side = sideOf(page, channel);
    const person = side === undefined ? undefined : people.find(side.accountId, id);
    if (side !== undefined && person !== undefined) return { side, person };
  }
  throw new GraphRefused(100, { subcode: UNKNOWN_RECIPIENT, details: 'No matching user found' });
};

const showContent = async (
  world: World,
  side: PageSide,
  message: Extract<PageSend, { kind: 'message' }>['message'],
): Promise<Shown[]> => {
  const options = message.quick_replies?.flatMap(({ title, payload }) =>
    title === undefined ? [] : [{ id: payload ?? title, title }],
  );
  const choice = options === undefined ? {} : { options };
  const { attachment } = message;
  if (message.text !== undefined) return [{ type: 'text', text: message.text, ...choice }];
  if (message.sticker_id !== undefined) return [{ type: 'sticker', ...choice }];
  if (attachment?.type === 'like_heart') return [{ type: 'like_heart' }];
  if (attachment?.type === 'template') {
    const { payload } = attachment;
    const parts =
      payload.template_type === 'button'
        ? [{ title: payload.text, buttons: payload.buttons }]
        : payload.elements.map(({ title, buttons = [] }) => ({ title, buttons }));
    const buttons = parts.flatMap((part) => part.buttons);
    return [
      {
        type: 'template',
        text: parts.map(({ title }) => title).join('\n\n'),
        options: buttons.map(({ title, payload: id = title }) => ({ id, title })),
      },
    ];
  }
  const files = attachment === undefined ? (message.attachments ?? []) : [attachment];
  const shown = await Promise.all(files.map((file) => showAttachment(world, side.page, side.channel, file)));
  return shown.map((one) => ({ ...one, ...choice }));
};

const requireWindow = (world: World, { channel }: PageSide, person: Person, isTagged: boolean): void => {
  if (person.wroteAtMs > world.now() - (isTagged ? WINDOW_MS.tagged : WINDOW_MS.plain)) return;
  throw new GraphRefused(10, {
    subcode: WINDOW_CLOSED[channel],
    details: 'This message is sent outside of allowed window.',
  });
};

const requireInChat = ({ conversation }: World, person: Person, mid: string): void => {
  const line = conversation.get(mid);
  if (line?.accountId !== person.accountId || line.contact !== person.contact)
    throw new GraphRefused(100, { details: 'The message does not exist in this conversation' });
};

const actOn = (
  world: World,
  side: PageSide,
  person: Person,
  { action, messageId, reaction }: Extract<PageSend, { kind: 'action' }>,
) => {
  if (messageId !== undefined) requireInChat(world, person, messageId);
  if (action === 'typing_on')
    world.conversation.typed.push({ contact: person.contact, accountId: side.accountId });
  if (action === 'mark_seen')
    for (const line of world.conversation.of(person.contact, side.channel, side.accountId))
      if (line.fromCustomer) world.conversation.change(line.id, { ack: 3 });
  if (messageId !== undefined && (action === 'react' || action === 'unreact'))
    world.conversation.add({
      ...ownLine(world, side, person, newMid(side.channel)),
      type: 'reaction',
      emoji: reaction,
      target: messageId,
    });
  return { recipient_id: person.id };
};

const ownLine = (world: World, side: PageSide, person: Person, id: string): Omit<Line, 'type'> => ({
  id,
  channel: side.channel,
  accountId: side.accountId,
  contact: person.contact,
  fromCustomer: false,
  at: new Date(world.now()).toISOString(),
  ack: 2,
});

/** Returns the message as its echo repeats it. */
const echoOf = (world: World, shown: readonly Shown[], mid: string, metadata: string | undefined) => {
  const files = shown.flatMap(({ type, media }) => (media === undefined ? [] : [{ type, id: media.id }]));
  return {
    mid,
    app_id: Number(world.app.id),
    ...(shown[0]?.text === undefined ? {} : { text: shown[0].text }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(files.length === 0
      ? {}
      : {
          attachments: files.map(({ type, id }) => ({
            type: type === 'document' ? 'file' : type,
            payload: { url: `${world.endpoint}/files/${id}` },
          })),
        }),
  };
};

/** Carries out `POST /{page}/messages`, for Messenger or for the linked Instagram account by the recipient's id. */
export const sendPageMessage = async (world: World, page: Page, call: GraphCall): Promise<object> => {
  const send = parsePageSend(call.params);
  const { side, person } = recipientOf(world, page, send.recipientId);
  if (send.kind === 'action') return actOn(world, side, person, send);
  requireForChannel(side.channel, send);
  if (send.personaId !== undefined) throw new GraphRefused(100, { details: 'Invalid persona_id' });
  requireWindow(world, side, person, send.isTagged);
  if (send.repliesTo !== undefined) requireInChat(world, person, send.repliesTo);
  const shown = await showContent(world, side, send.message);
  const fault = world.faults.ofSend(side.channel);
  if (fault.refusal !== undefined) throw fault.refusal;

  const mid = newMid(side.channel);
  const { metadata } = send.message;
  for (const [index, { type, ...one }] of shown.entries())
    world.conversation.add({
      ...ownLine(world, side, person, index === 0 ? mid : `${mid}#${index}`),
      type,
      ...one,
      ...(send.repliesTo === undefined ? {} : { quoted: send.repliesTo }),
      ...(metadata === undefined ? {} : { reference: metadata }),
    });
  world.deliveries.tell(echoUpdate(side, person, world.now(), echoOf(world, shown, mid, metadata)));
  if (side.channel === 'facebook') world.deliveries.tell(deliveryUpdate(side, person, mid, world.now()));
  if (fault.answer !== undefined) throw new AnswerLost(fault.answer);
  return { recipient_id: person.id, message_id: mid };
};
