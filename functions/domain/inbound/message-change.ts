import type { Message, MessageChange } from '@prosa/shared/entities/message.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { writtenText } from '@prosa/shared/rules/written-text.ts';
import { haveCommon } from '../contacts/canonical-identity.ts';
import { type Dated, datedAfter } from '../dated-change.ts';
import { mayChange } from './message-claim.ts';
import { messageContentOf } from './message-fields.ts';
import { parkedVotes, votesAfter } from './poll-votes.ts';

type Reaction = Message['reactions'][number];

/** Maximum number of reactions to one message. More are unlikely, and the list must fit into its row. */
const MAX_REACTIONS = 100;

const withReaction = (reactions: readonly Reaction[], reaction: Reaction): Reaction[] | undefined => {
  const existing = reactions.find(({ by }) => by === reaction.by);
  const dated = datedAfter(existing, reaction);
  const others = reactions.filter(({ by }) => by !== reaction.by);
  if (dated === undefined || others.length >= MAX_REACTIONS) return undefined;
  const { at, arrival, isNewest } = dated;
  return [...others, { ...(isNewest || existing === undefined ? reaction : existing), at, arrival }];
};

/** The ack of a message that the provider accepted and has not delivered yet. */
export const ACCEPTED = 1;

const isAccepted = ({ sendState }: Message): boolean => sendState === 'sent' || sendState === 'unknown';

/** Returns the text after an edit: a document without a caption shows its file name. */
const editedBody = ({ mediaType, media }: Message, text: string): string =>
  text === '' && mediaType === 'application' ? (media?.fileName ?? '') : text;

/**
 * Returns a message after a change. Returns the same object if the change has no effect: it is a repetition, older
 * than the known state, or the writer is not allowed to make it.
 */
export const changedMessage = <T extends Message>(
  message: T,
  change: MessageChange,
  settings: { lgpdDeleteMessage: boolean },
): T => {
  switch (change.type) {
    case 'receipt':
      if (!message.fromMe || message.ack >= change.ack) return message;
      return { ...message, ack: change.ack, sendState: 'sent', sendError: '' };
    case 'send-failure':
      if (!message.fromMe || message.ack > ACCEPTED || !isAccepted(message)) return message;
      return { ...message, ack: 0, sendState: 'failed', sendError: change.reason };
    case 'reaction': {
      const reactions = withReaction(message.reactions, change.reaction);
      return reactions === undefined ? message : { ...message, reactions };
    }
    case 'edit': {
      if (message.isDeleted || message.fromMe !== change.fromMe) return message;
      const { editedAt, editArrival } = message;
      const known = editedAt === null ? null : { at: editedAt, arrival: editArrival };
      const dated = datedAfter(known, change);
      if (dated === undefined) return message;
      const newest = dated.isNewest
        ? { body: editedBody(message, writtenText(change.text)), isEdited: true }
        : {};
      return { ...message, ...newest, editedAt: dated.at, editArrival: dated.arrival };
    }
    case 'revoke': {
      if (message.isDeleted || message.fromMe !== change.fromMe) return message;
      const erased = { ...messageContentOf({ kind: 'text', text: '' }, 0), transcription: null };
      return { ...message, ...(settings.lgpdDeleteMessage ? erased : {}), isDeleted: true };
    }
    case 'vote': {
      const votes = message.isDeleted ? undefined : votesAfter(message, change);
      return votes === undefined ? message : { ...message, votes };
    }
    case 'pin': {
      const { pin } = message;
      const dated = message.isDeleted ? undefined : datedAfter(pin, change);
      if (dated === undefined) return message;
      const { at, arrival, isNewest } = dated;
      const until = isNewest || pin === null ? change.until : pin.until;
      return { ...message, pin: { until, at, arrival } };
    }
  }
};

/**
 * The order in which parked changes are applied, because they build on one another; a deletion overrides all others.
 */
const RANK = { edit: 0, reaction: 1, vote: 1, pin: 1, receipt: 2, 'send-failure': 3, revoke: 4 } as const;

/**
 * Returns a message after all changes that arrived before it, without those of other conversations.
 * @param identities of the message's contact
 */
export const withParkedChanges = <T extends Message>(
  message: T,
  parked: readonly MessageChange[],
  settings: { lgpdDeleteMessage: boolean },
  identities: readonly Identity[],
): T =>
  parked
    .filter((change) => mayChange(change, message, identities))
    .sort((a, b) => RANK[a.type] - RANK[b.type])
    .reduce((changed, change) => changedMessage(changed, change, settings), message);

/** Returns the changes with the newest of a change and of the waiting one that is about the same. */
const withNewest = <T extends Extract<MessageChange, Dated>>(
  parked: readonly MessageChange[],
  change: T,
  isSame: (other: MessageChange) => boolean,
): MessageChange[] => {
  const known = parked.find(isSame);
  const before = known !== undefined && 'at' in known ? known : undefined;
  const dated = datedAfter(before, change);
  if (dated === undefined) return [...parked];
  const { at, arrival, isNewest } = dated;
  const newest = isNewest || before === undefined ? change : before;
  return [...parked.filter((other) => !isSame(other)), { ...newest, at, arrival }];
};

/** Maximum number of changes that wait for one message. */
const MAX_PARKED = 200;

const chatOf = (change: MessageChange): readonly Identity[] => ('from' in change ? (change.from ?? []) : []);

/** Whether two changes come from one chat, or both from the provider. */
const areOfOneChat = (change: MessageChange, other: MessageChange): boolean => {
  const [one, two] = [chatOf(change), chatOf(other)];
  return (one.length === 0 && two.length === 0) || haveCommon(one, two);
};

/**
 * Adds a change to the changes that wait for their message. Keeps only the changes with an effect: of each chat the
 * highest ack, the first failure, the newest edit and pin, the newest reaction and vote of each person, and one deletion
 * of each side. No chat replaces a change of another, because nobody knows yet whose message it will be.
 */
export const parkedWith = (parked: readonly MessageChange[], change: MessageChange): MessageChange[] => {
  const others = parked.filter((other) => !areOfOneChat(change, other));
  const own = parkedInChat(
    parked.filter((other) => areOfOneChat(change, other)),
    change,
  );
  return others.length + own.length > MAX_PARKED ? [...parked] : [...others, ...own];
};

const parkedInChat = (parked: readonly MessageChange[], change: MessageChange): MessageChange[] => {
  const others = (keep: (other: MessageChange) => boolean) => [...parked.filter(keep), change];
  switch (change.type) {
    case 'receipt':
      return parked.some((other) => other.type === 'receipt' && other.ack >= change.ack)
        ? [...parked]
        : others((other) => other.type !== 'receipt');
    case 'send-failure':
      return parked.some(({ type }) => type === 'send-failure') ? [...parked] : [...parked, change];
    case 'edit': {
      const isSame = (other: MessageChange) => other.type === 'edit' && other.fromMe === change.fromMe;
      return withNewest(parked, change, isSame);
    }
    case 'revoke':
      return others((other) => !(other.type === 'revoke' && other.fromMe === change.fromMe));
    case 'reaction': {
      const reactions = parked.flatMap((other) => (other.type === 'reaction' ? [other.reaction] : []));
      const next = withReaction(reactions, change.reaction);
      if (next === undefined) return [...parked];
      return [
        ...parked.filter((other) => other.type !== 'reaction'),
        ...next.map((reaction) => ({ ...change, reaction })),
      ];
    }
    case 'vote': {
      const votes = parked.filter((other) => other.type === 'vote');
      return [...parked.filter((other) => other.type !== 'vote'), ...parkedVotes(votes, change)];
    }
    case 'pin':
      return withNewest(parked, change, (other) => other.type === 'pin');
  }
};
