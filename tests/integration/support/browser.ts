import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as socketTokens } from '@prosa/functions/http/realtime/handler.ts';
import { handler as signIn } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { CHAT_MESSAGES_PER_PAGE } from '@prosa/shared/contracts/internal-chats.ts';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { frameSchema } from '@prosa/shared/events/catalogue.ts';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';
import { startLive } from '../../../frontend/app/live/start-live.ts';
import { chatMessages } from '../../../frontend/features/internal-chats/chat-cache.ts';
import { chatList } from '../../../frontend/features/internal-chats/chat-list.ts';
import type { ChatMessagePage } from '../../../frontend/features/internal-chats/put-chat-message.ts';
import { cardOptions, laneOptions } from '../../../frontend/features/kanban/board-queries.ts';
import { historyOptions, openTicketOptions } from '../../../frontend/features/messages/conversation-query.ts';
import { panelTickets } from '../../../frontend/features/tickets/panel-tickets.ts';
import {
  type TicketListQuery,
  ticketCountOptions,
  ticketListOptions,
} from '../../../frontend/features/tickets/ticket-list-query.ts';
import { call as callRoute } from '../../../frontend/lib/api/api-client.ts';
import { ApiError } from '../../../frontend/lib/api/api-error.ts';
import { queryClient } from '../../../frontend/lib/api/query.ts';
import { realtime } from '../../../frontend/lib/live/realtime-connection.ts';
import { startPage } from '../../../frontend/lib/session/page-start.ts';
import { closeSession, openSession } from '../../../frontend/lib/session/session-store.ts';
import { TEST_PASSWORD, type TestUser } from '../../factories/company.ts';
import { sockets as socketHandler } from '../../support/handlers.ts';
import { call } from './call.ts';
import type { FakeSockets } from './edge.ts';
import { socketEvent } from './socket-event.ts';

/** The function behind each API path, by the whole path or by its first segment. */
const FUNCTIONS: Readonly<Record<string, BoundRoutes>> = {
  '/auth/login': signIn,
  auth,
  chats: internalChats,
  messages,
  realtime: socketTokens,
  tag: tags,
  ticket: tags,
  tickets,
  usersMoments: tickets,
};

/** A browser's WebSocket, connected to the product's own function. Frames arrive when a test delivers them. */
class BrowserSocket {
  readonly id = `s-${randomUUID()}`;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  /** Handles the sent frames one after the other. */
  #work: Promise<unknown>;

  constructor(url: URL) {
    opened.push(this);
    this.#work = socketHandler(
      socketEvent('$connect', this.id, {
        headers: { Origin: process.env.APP_ORIGIN },
        queryStringParameters: Object.fromEntries(url.searchParams),
      }),
    ).then(({ statusCode }) => (statusCode === 200 ? this.onopen?.() : this.onclose?.()));
  }

  send(body: string): void {
    this.#work = this.#work.then(() => socketHandler(socketEvent('$default', this.id, { body })));
  }

  close(): void {
    this.#work = this.#work.then(() => socketHandler(socketEvent('$disconnect', this.id)));
  }

  /** Loses the network connection. */
  async lose(): Promise<void> {
    this.close();
    await this.#work;
    this.onclose?.();
  }

  settled(): Promise<unknown> {
    return this.#work;
  }
}
let opened: BrowserSocket[] = [];
/** Part of the responses that arrive late, and by how many milliseconds at most. */
const LATE = { share: 0.2, ms: 250 };
const PATIENCE = { timeout: 60_000, interval: 5 };

/** What a screen shows: rows, or the status of a refusal. */
type Shown = unknown;

/**
 * Returns messages without `read`, which follows from the ticket's unread count: it is for other programs, and the
 * screens show the count itself.
 */
const shownMessages = (page: readonly MessageView[] | undefined): Omit<MessageView, 'read'>[] | undefined =>
  page?.map(({ read: _followsFromTicket, ...message }) => message);

const shownBy = async (ask: Promise<Shown>): Promise<Shown> => {
  try {
    return await ask;
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.status };
    throw error;
  }
};

/**
 * Runs the product's browser code without screens against the product's functions: session, cache, WebSocket
 * connection and reducers. Some responses arrive late, so that events overtake them. Only one browser can run at a time.
 * @param holds whether a response that the server just gave is held back until `release`
 */
export const openBrowser = async (user: TestUser, sockets: FakeSockets, holds: () => boolean) => {
  opened = [];
  const failures: unknown[] = [];
  const requests: string[] = [];
  const held: (() => void)[] = [];
  const release = () => {
    for (const go of held.splice(0)) go();
  };
  vi.stubGlobal('location', { href: `${process.env.APP_ORIGIN}/tickets` });
  vi.stubGlobal('WebSocket', BrowserSocket);
  vi.stubGlobal('reportError', (error: unknown) => failures.push(error));
  const cookies: string[] = [];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit): Promise<Response> => {
    const path = target.slice('/api'.length);
    requests.push(`${init.method} ${path}`);
    const handler = FUNCTIONS[path] ?? FUNCTIONS[path.split(/[/?]/)[1] ?? ''];
    if (handler === undefined) throw new Error(`no function for ${path}`);
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      origin: process.env.APP_ORIGIN ?? '',
    };
    const answer = await call(handler, {
      to: `${init.method} ${path}`,
      headers,
      body: init.body ?? undefined,
      cookies,
    });
    const { status, body } = answer;
    const [cookie] = answer.cookies;
    if (cookie !== undefined) cookies.splice(0, 1, cookie.split(';')[0] ?? '');
    if (Math.random() < LATE.share) await delay(Math.random() * LATE.ms);
    if (holds()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      await promise;
    }
    return new Response(JSON.stringify(body), { status });
  });

  const session = await callRoute(signInRoutes.signIn, {
    body: { email: user.email, password: TEST_PASSWORD, page: startPage() },
  });
  openSession(session);
  const stopLive = startLive(session.user.id);

  /** The open screens by name: how each is fetched and what it shows. */
  const screens = new Map<
    string,
    { shown: () => Shown; fetched: (client: QueryClient) => Promise<Shown>; leave: () => void }
  >();

  const showList = (query: TicketListQuery): void => {
    const options = ticketListOptions(query);
    const observer = new InfiniteQueryObserver(queryClient, options);
    const stop = observer.subscribe(() => undefined);
    screens.set(`list ${JSON.stringify(query)}`, {
      shown: () => observer.getCurrentResult().data?.pages.flatMap((page) => page.tickets),
      fetched: async (client) =>
        (await client.fetchInfiniteQuery(options)).pages.flatMap((page) => page.tickets),
      leave: stop,
    });
  };

  const showCount = (query: Parameters<typeof ticketCountOptions>[0]): void => {
    const options = ticketCountOptions(query);
    const observer = new QueryObserver(queryClient, options);
    screens.set(`count ${JSON.stringify(query)}`, {
      shown: () => observer.getCurrentResult().data,
      fetched: (client) => client.fetchQuery(options),
      leave: observer.subscribe(() => undefined),
    });
  };

  /** Shows a column of the kanban board. */
  const showLane = (laneId: number): void => {
    const options = cardOptions({}, laneId);
    const observer = new InfiniteQueryObserver(queryClient, options);
    const stop = observer.subscribe(() => undefined);
    screens.set(`lane ${laneId}`, {
      shown: () => observer.getCurrentResult().data?.pages.flatMap((page) => page.tickets),
      fetched: async (client) =>
        (await client.fetchInfiniteQuery(options)).pages.flatMap((page) => page.tickets),
      leave: stop,
    });
  };

  /** Shows the counts of the board's columns. */
  const showLaneCounts = (): void => {
    const options = laneOptions();
    const observer = new QueryObserver(queryClient, options);
    screens.set('lanes', {
      shown: () => observer.getCurrentResult().data,
      fetched: (client) => client.fetchQuery(options),
      leave: observer.subscribe(() => undefined),
    });
  };

  const showPanel = (): void => {
    const observer = new QueryObserver(queryClient, panelTickets);
    screens.set('panel', {
      shown: () => observer.getCurrentResult().data,
      fetched: (client) => client.fetchQuery(panelTickets),
      leave: observer.subscribe(() => undefined),
    });
  };

  /** Shows the user's chats with colleagues, and their unread messages. */
  const showChats = (): void => {
    const observer = new InfiniteQueryObserver(queryClient, chatList);
    const stop = observer.subscribe(() => undefined);
    screens.set('chats', {
      shown: () => observer.getCurrentResult().data?.pages,
      fetched: async (client) => (await client.fetchInfiniteQuery(chatList)).pages,
      leave: stop,
    });
  };

  /** Shows the newest messages of a chat with colleagues. */
  const showChat = (chatId: number): void => {
    const options = chatMessages(chatId);
    const observer = new InfiniteQueryObserver(queryClient, options);
    const stop = observer.subscribe(() => undefined);
    const newest = (page: ChatMessagePage | undefined) => page?.records.slice(-CHAT_MESSAGES_PER_PAGE);
    screens.set(`chat ${chatId}`, {
      shown: () => newest(observer.getCurrentResult().data?.pages[0]),
      fetched: async (client) => newest((await client.fetchInfiniteQuery(options)).pages[0]),
      leave: stop,
    });
  };

  const showConversation = (uuid: string): void => {
    const ticket = new QueryObserver(queryClient, openTicketOptions(uuid));
    const history = new InfiniteQueryObserver(queryClient, historyOptions(uuid));
    const stops = [
      realtime.join({ action: 'joinChatBox', id: uuid }),
      ticket.subscribe(() => undefined),
      history.subscribe(() => undefined),
    ];
    const refusal = (error: Error | null): Shown =>
      error instanceof ApiError ? { refused: error.status } : error;
    screens.set('conversation', {
      shown: () => {
        const [head, body] = [ticket.getCurrentResult(), history.getCurrentResult()];
        // A refused ticket hides its conversation.
        if (head.isError) return refusal(head.error);
        return {
          ticket: head.data,
          messages: body.isError ? refusal(body.error) : shownMessages(body.data?.pages[0]?.messages),
        };
      },
      fetched: async (client) => {
        const head = await client.fetchQuery(openTicketOptions(uuid));
        const body = await client.fetchInfiniteQuery(historyOptions(uuid));
        return { ticket: head, messages: shownMessages(body.pages[0]?.messages) };
      },
      leave: () => {
        for (const stop of stops) stop();
      },
    });
  };

  const delivered = new Map<string, number>();
  const stop = (): void => {
    for (const { leave } of screens.values()) leave();
    stopLive();
    release();
    closeSession();
    queryClient.clear();
    vi.unstubAllGlobals();
  };

  return {
    failures,
    /** The method and path of every request so far. */
    requests,
    release,
    showList,
    showCount,
    showPanel,
    showLane,
    showLaneCounts,
    showChats,
    showChat,
    showConversation,
    leaveConversation: () => {
      screens.get('conversation')?.leave();
      screens.delete('conversation');
    },
    /** Loses the WebSocket connection and the frames on their way. */
    lose: async () => {
      await opened.at(-1)?.lose();
    },
    /** Reports that the network is back. */
    wake: () => realtime.wake(),
    isOpen: () => realtime.store.getState().state === 'open',
    /**
     * Delivers frames posted to the WebSocket connection since the last call: all of them, or a random part. Several
     * events may share a frame.
     */
    deliver: (random: () => number, all: boolean): void => {
      const socket = opened.at(-1);
      if (socket === undefined) return;
      const posted = sockets.framesOf(socket.id);
      const from = delivered.get(socket.id) ?? 0;
      const upTo = all ? posted.length : from + Math.floor(random() * (posted.length - from + 1));
      delivered.set(socket.id, upTo);
      // Now and then some frames are repeated.
      const rest = posted.slice(random() < 0.2 ? Math.max(0, from - 3) : from, upTo);
      while (rest.length > 0) {
        const together = rest.splice(0, 1 + Math.floor(random() * 4));
        const frame = frameSchema.parse(together.length === 1 ? together[0] : together);
        socket.onmessage?.({ data: JSON.stringify(frame) });
      }
    },
    /** Resolves once no request or frame is in progress. */
    settle: async () => {
      await opened.at(-1)?.settled();
      await vi.waitFor(() => {
        release();
        if (queryClient.isFetching() > 0) throw new Error('something is still being fetched');
      }, PATIENCE);
    },
    /** Returns what each screen shows, and what it would show if it were fetched now. */
    compare: async () => {
      const fresh = new QueryClient();
      const shown: Record<string, Shown> = {};
      const fetched: Record<string, Shown> = {};
      for (const [name, screen] of screens) {
        shown[name] = screen.shown();
        fetched[name] = await shownBy(screen.fetched(fresh));
      }
      return { shown, fetched };
    },
    stop,
  };
};
