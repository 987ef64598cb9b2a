import type { ClientFrame, PAGE_ANSWER } from '@prosa/shared/events/catalogue.ts';
import { createStore } from 'zustand/vanilla';
import { reconnectDelay } from './reconnect-delay.ts';

export type RealtimeState = 'connecting' | 'open' | 'lost';

/**
 * Interval of the online status, which is also the keep-alive: the gateway closes connections that are silent for 10
 * minutes.
 */
export const STATUS_PING_MS = 5 * 60 * 1000;
/**
 * Age at which a connection renews itself, plus a random part of `RENEW_SPREAD_MS`. The gateway closes every connection
 * after 2 hours.
 */
export const RENEW_AFTER_MS = 110 * 60 * 1000;
export const RENEW_SPREAD_MS = 8 * 60 * 1000;
/** If the first connection takes longer, ticket counts are fetched before it opens. */
export const FIRST_TRY_MS = 3000;
/** A connection that stays open this long resets the reconnect backoff. */
export const STEADY_MS = 10_000;

/**
 * Timeout for the server's answer to a joined conversation. Without an answer the connection is dead, although no close
 * event arrived.
 */
export const ANSWER_MS = 8000;

/** Timeout for the server's answer about missed events. Without an answer the page has to expect that it missed some. */
export const CHECK_MS = 5000;
/** By its name, because a first visit does not load the schemas of events. */
const CHECKED: typeof PAGE_ANSWER = 'checkedPage';

/** The used part of the WebSocket API. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((text: string) => void) | null;
  onclose: (() => void) | null;
}

export interface RealtimePorts {
  /** Fetches a one-time socket token. */
  getTicket: () => Promise<string>;
  openSocket: (ticket: string) => Socket;
  /** Returns the id of the page's start once, then null. */
  takePage: () => string | null;
  /** Runs `work` after `ms`; returns a function that cancels it. */
  later: (work: () => void, ms: number) => () => void;
  /** Returns a random number from 0 up to 1. */
  random: () => number;
  /** Runs an event's handler so that an exception cannot stop the connection. */
  contained: (work: () => void) => void;
  /** Called when the connection has opened for the first time. Data that was fetched before must be refetched if `missed`. */
  onOpened: (missed: Promise<boolean>) => void;
  /** Called when the connection has opened again: data that was fetched before must be refetched. */
  onReopened: () => void;
}

export type EventListener = (name: string, data: unknown) => void;

/** A room to join: a conversation by its ticket's uuid, or a ticket list. */
export type Room = { action: 'joinChatBox'; id: string } | { action: 'joinTickets'; id?: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const leaveFrame = (room: Room): ClientFrame => {
  if (room.action === 'joinChatBox') return { action: 'joinChatBoxLeave', id: room.id };
  return { ...room, action: 'leaveTickets' };
};

/**
 * Creates the tab's only WebSocket connection. It reconnects automatically while it is started, and joins its rooms
 * again. Missed events are not replayed: `onOpened` triggers a refetch.
 */
export const createRealtime = (ports: RealtimePorts) => {
  const store = createStore<{ state: RealtimeState; hasTried: boolean }>(() => ({
    state: 'connecting',
    /** Whether the first attempt to connect succeeded, failed, or took `FIRST_TRY_MS`. */
    hasTried: false,
  }));
  const rooms = new Map<string, { room: Room; holders: number }>();
  const listeners = new Set<EventListener>();
  let socket: Socket | null = null;
  let running = false;
  let failures = 0;
  /** Whether the connection is lost and the next attempt has not begun. */
  let isWaiting = false;
  /** Whether `wake` was called during an attempt, which may have begun before the network returned. */
  let isWoken = false;
  let openedBefore = false;
  let generation = 0;
  let cancelTimers: (() => void)[] = [];
  let cancelFirstTry = (): void => undefined;
  /** Ends the wait for the server's answer about missed events. */
  let checked = (_missed: boolean): void => undefined;
  /** Stops waiting for a frame of the server; null while none is expected. */
  let cancelWatch: (() => void) | null = null;

  const clearTimers = () => {
    for (const cancel of cancelTimers) cancel();
    cancelTimers = [];
    unwatch();
  };
  const unwatch = () => {
    cancelWatch?.();
    cancelWatch = null;
  };
  const schedule = (work: () => void, ms: number) => cancelTimers.push(ports.later(work, ms));
  const send = (frame: ClientFrame) => {
    if (store.getState().state !== 'open') return;
    socket?.send(JSON.stringify(frame));
    if (frame.action === 'joinChatBox') cancelWatch ??= ports.later(lose, ANSWER_MS);
  };

  const ping = () => {
    send({ action: 'userStatus' });
    schedule(ping, STATUS_PING_MS);
  };

  const opened = () => {
    isWoken = false;
    schedule(() => {
      failures = 0;
    }, STEADY_MS);
    store.setState({ state: 'open', hasTried: true });
    for (const { room } of rooms.values()) send(room);
    ping();
    schedule(renew, RENEW_AFTER_MS + ports.random() * RENEW_SPREAD_MS);
    if (openedBefore) ports.onReopened();
    else ports.onOpened(checkPage());
    openedBefore = true;
  };

  /** Asks the server whether this page missed an event. If the connection is lost before the answer, there is none. */
  const checkPage = (): Promise<boolean> => {
    const id = ports.takePage();
    if (id === null) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    checked = resolve;
    schedule(() => resolve(true), CHECK_MS);
    send({ action: 'checkPage', id });
    return promise;
  };

  const received = (text: string) => {
    unwatch();
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch {
      // Not an event frame, because the server only sends JSON.
      return;
    }
    const events: unknown[] = Array.isArray(frame) ? frame : [frame];
    for (const one of events) {
      if (!isRecord(one) || typeof one.event !== 'string') continue;
      const { event, data } = one;
      if (event === CHECKED) checked(!isRecord(data) || data.missed !== false);
      for (const listener of listeners) ports.contained(() => listener(event, data));
    }
  };

  const dropped = () => {
    clearTimers();
    socket = null;
    if (!running) return;
    store.setState({ state: 'lost', hasTried: true });
    if (isWoken) {
      connect();
      return;
    }
    isWaiting = true;
    schedule(connect, reconnectDelay(failures, ports.random()));
    failures += 1;
  };

  const connect = () => {
    clearTimers();
    isWaiting = false;
    isWoken = false;
    generation += 1;
    const mine = generation;
    const current = () => running && generation === mine;
    ports.getTicket().then(
      (ticket) => {
        if (!current()) return;
        const next = ports.openSocket(ticket);
        socket = next;
        next.onopen = () => current() && opened();
        next.onmessage = (message) => current() && received(message);
        next.onclose = () => current() && dropped();
      },
      () => current() && dropped(),
    );
  };

  const detach = () => {
    if (socket !== null) {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
      socket = null;
    }
  };

  /** Drops a connection that is dead without a close event. */
  const lose = () => {
    detach();
    dropped();
  };

  const renew = () => {
    detach();
    store.setState({ state: 'connecting' });
    connect();
  };

  return {
    store,
    start: () => {
      if (running) return;
      running = true;
      openedBefore = false;
      failures = 0;
      store.setState({ state: 'connecting', hasTried: false });
      cancelFirstTry = ports.later(() => store.setState({ hasTried: true }), FIRST_TRY_MS);
      connect();
    },
    stop: () => {
      running = false;
      isWaiting = false;
      generation += 1;
      clearTimers();
      cancelFirstTry();
      detach();
      store.setState({ state: 'connecting', hasTried: false });
    },
    /**
     * Adds a listener for every event; events of one frame come in order. Returns a function that removes the
     * listener.
     */
    listen: (listener: EventListener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Called when the network returned or the laptop woke: reconnects immediately, or as soon as the running attempt
     * fails.
     */
    wake: () => {
      if (isWaiting) connect();
      else isWoken = store.getState().state !== 'open';
    },
    /** Called when the browser has lost the network: an open connection is dead. */
    lose: () => {
      if (store.getState().state === 'open') lose();
    },
    /** Joins a room while any holder needs it; returns a function that releases it. */
    join: (room: Room): (() => void) => {
      const key = JSON.stringify(room);
      const held = rooms.get(key) ?? { room, holders: 0 };
      held.holders += 1;
      rooms.set(key, held);
      if (held.holders === 1) send(room);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        held.holders -= 1;
        if (held.holders > 0) return;
        rooms.delete(key);
        send(leaveFrame(room));
      };
    },
    /** Joins a held room again, after it was refused while its ticket was not visible. */
    joinAgain: (room: Room): void => {
      if (rooms.has(JSON.stringify(room))) send(room);
    },
  };
};
