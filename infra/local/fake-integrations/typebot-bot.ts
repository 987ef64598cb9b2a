import { randomUUID } from 'node:crypto';

/** A step of a bot. */
export type Block =
  | { say: string }
  | { image: string }
  | { choices: readonly string[]; isMultiple?: boolean }
  /** Type of an input with free text (`text input`, `email input`), and the author's text after one that does not fit. */
  | { input: string; attachments?: boolean; audioClip?: boolean; retry?: string }
  /** An input for files, which it takes as links. */
  | { file: 'one' | 'several' }
  | { waitS: number }
  /** An action that this kind of client does not know, after which the bot waits for an empty message. */
  | { action: string }
  | { redirect: string };

interface Session {
  bot: readonly Block[];
  /** Block that it waits at; the number of blocks after the end. */
  at: number;
}

/** A message, as the chat API takes it. */
export type BotMessage =
  | string
  | { type: 'text'; text: string; attachedFileUrls?: readonly string[] }
  | { type: 'audio'; url: string };

/** A chat API's answer. */
export interface BotAnswer {
  status: number;
  body: object;
}

const RETRY = 'Invalid message. Please, try again.';
const SESSION_GONE: BotAnswer = { status: 404, body: { message: 'Session expired', code: 'NOT_FOUND' } };

const itemsOf = (choices: readonly string[]) =>
  choices.map((content, index) => ({ id: `k${index + 1}`, content }));
const text = (id: string, markdown: string) => ({
  id,
  type: 'text',
  content: { type: 'markdown', markdown },
});

const inputOf = (block: Block | undefined, id: string): object | undefined => {
  if (block !== undefined && 'choices' in block) {
    const options = { isMultipleChoice: block.isMultiple ?? false };
    return { id, type: 'choice input', items: itemsOf(block.choices), options };
  }
  if (block !== undefined && 'file' in block)
    return { id, type: 'file input', options: { isMultipleAllowed: block.file === 'several' } };
  if (block === undefined || !('input' in block)) return undefined;
  const { input: type, attachments = false, audioClip = false } = block;
  return {
    id,
    type,
    options: { attachments: { isEnabled: attachments }, audioClip: { isEnabled: audioClip } },
  };
};

const contentOf = (message: BotMessage): string => {
  if (typeof message === 'string') return message;
  return message.type === 'audio' ? message.url : message.text;
};

/** Whether Typebot takes a message as the answer to a block. It does not know the numbers of single choices. */
const fits = (block: Block, message: string): boolean => {
  if ('choices' in block) {
    const items = itemsOf(block.choices);
    if (block.isMultiple === true)
      return items.some(({ id, content }) => message.includes(content) || message === id);
    return items.some(({ id, content }) => [id, content].includes(message.trim()));
  }
  if ('file' in block) return message.split(', ').some((url) => URL.canParse(url));
  return 'input' in block && (block.input !== 'email input' || message.includes('@'));
};

/** The viewer of a Typebot installation: its published bots, and their sessions. */
export class TypebotViewer {
  /** By public id. */
  readonly bots = new Map<string, readonly Block[]>();
  /** The messages that inputs took as their answers. */
  readonly taken: BotMessage[] = [];
  readonly #sessions = new Map<string, Session>();

  /** Forgets all sessions, as after a restart of the installation. */
  forget(): void {
    this.#sessions.clear();
  }

  start(publicId: string, message: BotMessage | undefined): BotAnswer {
    const bot = this.bots.get(publicId);
    if (bot === undefined) return { status: 404, body: { message: 'Typebot not found', code: 'NOT_FOUND' } };
    const sessionId = randomUUID();
    const session: Session = { bot, at: 0 };
    this.#sessions.set(sessionId, session);
    const [first] = bot;
    const isAnswered = message !== undefined && first !== undefined && inputOf(first, '') !== undefined;
    const body = isAnswered ? this.#answered(session, message) : this.#run(session, 0);
    return { status: 200, body: { sessionId, typebot: { id: publicId }, ...body } };
  }

  continue(sessionId: string, message: BotMessage | undefined): BotAnswer {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return SESSION_GONE;
    // An ended session begins anew.
    if (session.at >= session.bot.length) return { status: 200, body: this.#run(session, 0) };
    return { status: 200, body: this.#answered(session, message) };
  }

  #answered(session: Session, message: BotMessage | undefined): object {
    const block = session.bot[session.at];
    const id = `b${session.at}`;
    const input = inputOf(block, id);
    if (block === undefined || input === undefined) return this.#run(session, session.at + 1);
    if (message !== undefined && fits(block, contentOf(message))) {
      this.taken.push(message);
      return this.#run(session, session.at + 1);
    }
    const retry = 'input' in block ? (block.retry ?? RETRY) : RETRY;
    return { messages: [text(id, retry)], input };
  }

  /** Runs blocks up to one that waits. */
  #run(session: Session, from: number): object {
    const messages: object[] = [];
    const clientSideActions: object[] = [];
    for (let at = from; at < session.bot.length; at++) {
      const block = session.bot[at];
      const id = `b${at}`;
      session.at = at;
      const input = inputOf(block, id);
      if (block === undefined || input !== undefined) return { messages, input, clientSideActions };
      if ('say' in block) messages.push(text(id, block.say));
      else if ('image' in block) messages.push({ id, type: 'image', content: { url: block.image } });
      else if ('redirect' in block)
        clientSideActions.push({ type: 'redirect', redirect: { url: block.redirect } });
      else if ('waitS' in block || 'action' in block) {
        const action =
          'waitS' in block
            ? { type: 'wait', wait: { secondsToWaitFor: block.waitS } }
            : { type: block.action, [block.action]: {} };
        const after = messages.length === 0 ? {} : { lastBubbleBlockId: `b${at - 1}` };
        clientSideActions.push({ ...action, ...after, expectsDedicatedReply: true });
        return { messages, clientSideActions };
      }
    }
    session.at = session.bot.length;
    return { messages, clientSideActions };
  }
}
