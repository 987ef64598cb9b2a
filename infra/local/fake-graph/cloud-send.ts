import { randomBytes } from 'node:crypto';
import { type Phone, WABA } from './accounts.ts';
import { AnswerLost } from './answer-lost.ts';
import { type CloudShown, showCloudContent } from './cloud-content.ts';
import { type CloudMessage, parseCloudMessage, parseRead } from './cloud-message.ts';
import { statusUpdate } from './cloud-updates.ts';
import type { Line } from './conversation.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/** Time after a customer's message in which the business may write freely. */
const WINDOW_MS = 24 * 60 * 60 * 1000;
const WINDOW_CLOSED = 131047;
const OPTED_OUT = 131050;

export const newWamid = (): string => `wamid.${randomBytes(30).toString('base64')}`;

/** Returns a number's digits; Meta puts the business's country code in front of a number without a plus sign. */
const digitsOf = (to: string): string => {
  const bare = to.replace(/[()\s-]/g, '');
  const digits = bare.startsWith('+') ? bare.slice(1) : `${WABA.countryCode}${bare}`;
  if (!/^\d{5,20}$/.test(digits)) throw new GraphRefused(131009, { details: 'to: not a phone number' });
  return digits;
};

/** Returns the recipient. With a number and a BSUID, the number counts. */
const recipientOf = ({ people }: World, phone: Phone, { to, recipient = '' }: CloudMessage): Person => {
  if (to !== undefined) {
    const digits = digitsOf(to);
    if (digits === phone.number) throw new GraphRefused(131021);
    return people.open('whatsappapi', phone.id, digits);
  }
  const known = people.findByUserId(recipient);
  if (known === undefined) throw new GraphRefused(131009, { details: 'recipient: unknown user' });
  return people.open('whatsappapi', phone.id, known.contact, known.name);
};

const requireInChat = ({ conversation }: World, person: Person, id: string): void => {
  const line = conversation.get(id);
  if (line?.accountId !== person.accountId || line.contact !== person.contact)
    throw new GraphRefused(131009, { details: 'context.message_id: the message does not exist' });
};

/** Marks a customer's message and all earlier ones as read, and may show the customer that the business is typing. */
const markRead = (
  { conversation }: World,
  phone: Phone,
  { id, isTyping }: { id: string; isTyping: boolean },
) => {
  const read = conversation.get(id);
  if (read?.accountId !== phone.id || !read.fromCustomer)
    throw new GraphRefused(131009, { details: 'message_id: the message does not exist' });
  for (const line of conversation.of(read.contact, 'whatsappapi', phone.id))
    if (line.fromCustomer && line.at <= read.at) conversation.change(line.id, { ack: 3 });
  if (isTyping) conversation.typed.push({ contact: read.contact, accountId: phone.id });
  return { success: true };
};

/** Returns the error with which an accepted message fails, or undefined if it is delivered. */
const failureOf = (
  world: World,
  person: Person,
  type: string,
  { failedCode, category }: CloudShown,
  faultCode?: number,
): number | undefined => {
  if (faultCode !== undefined) return faultCode;
  if (person.stopsMarketing && category === 'marketing') return OPTED_OUT;
  const isOpen = person.wroteAtMs > world.now() - WINDOW_MS;
  return type !== 'template' && !isOpen ? WINDOW_CLOSED : failedCode;
};

/** Carries out `POST /{phone}/messages`: 200 means accepted, and the statuses tell what happens then. */
export const sendCloudMessage = async (world: World, phone: Phone, call: GraphCall): Promise<object> => {
  if (!world.phones.isRegistered(phone)) throw new GraphRefused(133010);
  const read = parseRead(call.params);
  if (read !== undefined) return markRead(world, phone, read);
  const message = parseCloudMessage(call.params);
  if (message.isGroup)
    throw new GraphRefused(131215, { details: 'Groups are not available for this number' });
  const person = recipientOf(world, phone, message);
  if (message.quoted !== undefined) requireInChat(world, person, message.quoted);
  const content = await showCloudContent(world, phone.id, message.content);
  const fault = world.faults.ofSend('whatsappapi');
  if (fault.refusal !== undefined) throw fault.refusal;

  const failed = failureOf(world, person, message.content.type, content, fault.failedCode);
  const line: Line = {
    ...content.shown,
    id: newWamid(),
    channel: 'whatsappapi',
    accountId: phone.id,
    contact: person.contact,
    fromCustomer: false,
    at: new Date(world.now()).toISOString(),
    ack: failed === undefined ? 2 : 1,
    ...(failed === undefined ? {} : { failed }),
    ...(message.quoted === undefined ? {} : { quoted: message.quoted }),
    ...(message.reference === undefined ? {} : { reference: message.reference }),
  };
  world.conversation.add(line);
  for (const name of failed === undefined ? (['sent', 'delivered'] as const) : (['failed'] as const))
    world.deliveries.tell(
      statusUpdate(phone, person, line, { name, atMs: world.now(), category: content.category }),
    );
  if (fault.answer !== undefined) throw new AnswerLost(fault.answer);
  const who = message.to === undefined ? { user_id: person.userId } : { wa_id: person.id };
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.to ?? message.recipient, ...who }],
    messages: [
      { id: line.id, ...(message.content.type === 'template' ? { message_status: 'accepted' } : {}) },
    ],
  };
};
