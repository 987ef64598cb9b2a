import type { ClientFrame } from '@prosa/shared/events/catalogue.ts';
import { createStore } from 'zustand/vanilla';
import { reconnectDelay } from './reconnect-delay.ts';

export type RealtimeState = 'connecting' | 'open' | 'lost';

/** Sign of life and keep-alive in one: the gateway drops what is silent for 10 minutes. */
export const STATUS_PING_MS = 5 * 60 * 1000;
/** The gateway ends every connection at 2 hours; ours ends itself before, at a moment of its own. */
export const RENEW_AFTER_MS = 110 * 60 * 1000;
export const RENEW_SPREAD_MS = 8 * 60 * 1000;
/** A connection that is lost again sooner does not reset the backoff. */
export const STEADY_MS = 10_000;

/** The part of a WebSocket that is used. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((text: string) => void) | null;
  onclose: (() => void) | null;
}

export interface RealtimePorts {
  /** A one-time ticket. */
  getTicket: () => Promise<string>;
  openSocket: (ticket: string) => Socket;
  /** Runs `work` after `ms`; answers with what calls it off. */
  later: (work: () => void, ms: number) => () => void;
  /** From 0 up to 1. */
  random: () => number;
  /** Runs what an event asks for, so that no event can stop the channel. */
  contained: (work: () => void) => void;
  /** Opened, for the first time or again: what was fetched or changed before must be fetched again. */
  onOpened: (again: boolean) => void;
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
 * The one live connection of a tab. It reconnects by itself for as long as it is started; rooms are kept and joined
 * again. Events that passed while it was down are not replayed: `onOpened` tells to fetch.
 */
export const createRealtime = (ports: RealtimePorts) => {
  const store = createStore<{ state: RealtimeState }>(() => ({ state: 'connecting' }));
  const rooms = new Map<string, { room: Room; holders: number }>();
  const listeners = new Set<EventListener>();
  let socket: Socket | null = null;
  let running = false;
  let failures = 0;
  /** Lost, and the next try has not begun. */
  let isWaiting = false;
  /** Woken while a try was under way: it may be one from before. */
  let isWoken = false;
  let openedBefore = false;
  let generation = 0;
  let cancelTimers: (() => void)[] = [];

  const clearTimers = () => {
    for (const cancel of cancelTimers) cancel();
    cancelTimers = [];
  };
  const schedule = (work: () => void, ms: number) => cancelTimers.push(ports.later(work, ms));
  const send = (frame: ClientFrame) => {
    if (store.getState().state === 'open') socket?.send(JSON.stringify(frame));
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
    store.setState({ state: 'open' });
    for (const { room } of rooms.values()) send(room);
    ping();
    schedule(renew, RENEW_AFTER_MS + ports.random() * RENEW_SPREAD_MS);
    ports.onOpened(openedBefore);
    openedBefore = true;
  };

  const received = (text: string) => {
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch {
      // Not ours: the server only sends JSON.
      return;
    }
    const events: unknown[] = Array.isArray(frame) ? frame : [frame];
    for (const one of events) {
      if (!isRecord(one) || typeof one.event !== 'string') continue;
      const { event, data } = one;
      for (const listener of listeners) ports.contained(() => listener(event, data));
    }
  };

  const dropped = () => {
    clearTimers();
    socket = null;
    if (!running) return;
    store.setState({ state: 'lost' });
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
      store.setState({ state: 'connecting' });
      connect();
    },
    stop: () => {
      running = false;
      isWaiting = false;
      generation += 1;
      clearTimers();
      detach();
      store.setState({ state: 'connecting' });
    },
    /** Hears every event, those of one frame in their order; answers with what stops it. */
    listen: (listener: EventListener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The network is back, or the laptop woke: tries at once, or as soon as the try that is under way fails. */
    wake: () => {
      if (isWaiting) connect();
      else isWoken = store.getState().state !== 'open';
    },
    /** Joins a room for as long as anyone holds it; answers with what lets go. */
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
    /** Asks again for a room that somebody holds: it was refused while its ticket was out of sight. */
    joinAgain: (room: Room): void => {
      if (rooms.has(JSON.stringify(room))) send(room);
    },
  };
};
