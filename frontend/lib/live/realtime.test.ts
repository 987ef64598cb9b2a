import { beforeEach, describe, expect, it, vi } from 'vitest';
import { containFailures } from '../api/contain-failures.ts';
import {
  ANSWER_MS,
  CHECK_MS,
  createRealtime,
  FIRST_TRY_MS,
  RENEW_AFTER_MS,
  RENEW_SPREAD_MS,
  type Socket,
  STEADY_MS,
} from './realtime.ts';

interface Waiting {
  work: () => void;
  ms: number;
}

interface FakeSocket extends Socket {
  sent: unknown[];
  closed: boolean;
}

const setUp = () => {
  const sockets: FakeSocket[] = [];
  let timers: Waiting[] = [];
  const frames: [string, unknown][] = [];
  const reported: unknown[] = [];
  const refetch = vi.fn();
  const opened: Promise<boolean>[] = [];
  const onReopened = vi.fn();
  const pages: string[] = [];
  const getTicket = vi.fn(async () => 'ticket');
  const realtime = createRealtime({
    getTicket,
    openSocket: () => {
      const socket: FakeSocket = {
        sent: [],
        closed: false,
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true;
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      sockets.push(socket);
      return socket;
    },
    later: (work, ms) => {
      const timer = { work, ms };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    takePage: () => pages.shift() ?? null,
    random: () => 0.5,
    contained: containFailures({ report: (error) => reported.push(error), refetch, later: (work) => work() }),
    onOpened: (missed) => opened.push(missed),
    onReopened,
  });
  realtime.listen((event, data) => frames.push([event, data]));
  /** Runs the timer with exactly this delay. */
  const fire = (ms: number) => {
    const timer = timers.find((other) => other.ms === ms);
    if (timer === undefined)
      throw new Error(`nothing waits ${ms} ms, only ${timers.map((other) => other.ms).join()}`);
    timers = timers.filter((other) => other !== timer);
    timer.work();
  };
  const socketAt = async (index: number) => {
    await vi.waitFor(() => expect(sockets.length).toBe(index + 1));
    const socket = sockets[index];
    if (socket === undefined) throw new Error('no socket');
    return socket;
  };
  return {
    realtime,
    sockets,
    frames,
    reported,
    refetch,
    opened,
    onReopened,
    pages,
    getTicket,
    fire,
    socketAt,
    state: () => realtime.store.getState().state,
  };
};

describe('WebSocket connection of the tab', () => {
  let its: ReturnType<typeof setUp>;
  beforeEach(() => {
    its = setUp();
  });

  it('opens with a socket token, joins the requested rooms and sends its status', async () => {
    its.realtime.join({ action: 'joinTickets', id: 'open' });
    its.realtime.start();
    expect(its.state()).toBe('connecting');
    const socket = await its.socketAt(0);
    socket.onopen?.();
    expect(its.state()).toBe('open');
    expect(socket.sent).toEqual([{ action: 'joinTickets', id: 'open' }, { action: 'userStatus' }]);
    its.fire(300_000);
    expect(socket.sent).toHaveLength(3);
    expect(await Promise.all(its.opened)).toEqual([true]);
    expect(its.onReopened).not.toHaveBeenCalled();
  });

  it.each([
    ['what the server answers', '{"event":"checkedPage","data":{"id":"page","missed":false}}', false],
    ['what the server answers', '{"event":"checkedPage","data":{"id":"page","missed":true}}', true],
    ['that it may have missed some if the answer is unknown', '{"event":"checkedPage","data":null}', true],
  ])('asks once after its start whether it missed events, and reports %s', async (_what, answer, missed) => {
    its.pages.push('page');
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    expect(socket.sent).toContainEqual({ action: 'checkPage', id: 'page' });
    socket.onmessage?.('{"event":"company-1-ticket","data":{"action":"delete"}}');
    socket.onmessage?.(answer);
    its.fire(CHECK_MS);
    expect(await Promise.all(its.opened)).toEqual([missed]);
    socket.onclose?.();
    its.fire(3500);
    const next = await its.socketAt(1);
    next.onopen?.();
    expect(next.sent).toEqual([{ action: 'userStatus' }]);
  });

  it('reports that it may have missed events when the server does not answer', async () => {
    its.pages.push('page');
    its.realtime.start();
    (await its.socketAt(0)).onopen?.();
    its.fire(CHECK_MS);
    expect(await Promise.all(its.opened)).toEqual([true]);
  });

  it('has tried to connect when the first attempt succeeds, fails or takes 3 s', async () => {
    const hasTried = () => its.realtime.store.getState().hasTried;
    its.realtime.start();
    expect(hasTried()).toBe(false);
    (await its.socketAt(0)).onopen?.();
    expect(hasTried()).toBe(true);
    its.realtime.stop();
    expect(hasTried()).toBe(false);

    its.realtime.start();
    const second = await its.socketAt(1);
    expect(hasTried()).toBe(false);
    second.onclose?.();
    expect(hasTried()).toBe(true);
    its.realtime.stop();

    its.realtime.start();
    its.fire(FIRST_TRY_MS);
    expect(hasTried()).toBe(true);
    expect(its.state()).toBe('connecting');
  });

  it('delivers event frames and ignores other frames', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    socket.onmessage?.('{"event":"company-2-ticket","data":{"action":"delete"}}');
    socket.onmessage?.('not json');
    socket.onmessage?.('{"message":"Internal server error"}');
    expect(its.frames).toEqual([['company-2-ticket', { action: 'delete' }]]);
  });

  it('delivers all events of a frame in order', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    socket.onmessage?.('[{"event":"a","data":1},{"event":"b","data":2},{"event":"a","data":3}]');
    socket.onmessage?.('[]');
    socket.onmessage?.('[null,7,{"event":8},[{"event":"nested"}],{"event":"c","data":null}]');
    expect(its.frames).toEqual([
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['c', null],
    ]);
  });

  it('delivers the rest of a frame after an event whose listener throws, and refetches once', async () => {
    const heard: string[] = [];
    const stop = its.realtime.listen((event) => {
      if (event === 'broken') throw new Error('no such list');
      heard.push(event);
    });
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    socket.onmessage?.('[{"event":"one"},{"event":"broken"},{"event":"two"}]');
    socket.onmessage?.('{"event":"three"}');
    expect(heard).toEqual(['one', 'two', 'three']);
    expect(its.frames.map(([event]) => event)).toEqual(['one', 'broken', 'two', 'three']);
    expect(its.reported).toEqual([new Error('no such list')]);
    expect(its.refetch).toHaveBeenCalledOnce();
    stop();
    socket.onmessage?.('{"event":"four"}');
    expect(heard).toHaveLength(3);
  });

  it('reconnects after one to six seconds, then more slowly, joins its rooms again and triggers a refetch', async () => {
    its.realtime.join({ action: 'joinChatBox', id: 'a' });
    its.realtime.start();
    const first = await its.socketAt(0);
    first.onopen?.();
    first.onclose?.();
    expect(its.state()).toBe('lost');
    its.fire(3500);
    const second = await its.socketAt(1);
    second.onclose?.();
    its.fire(7500);
    const third = await its.socketAt(2);
    third.onclose?.();
    its.fire(15_000);
    const fourth = await its.socketAt(3);
    fourth.onopen?.();
    expect(its.state()).toBe('open');
    expect(fourth.sent).toContainEqual({ action: 'joinChatBox', id: 'a' });
    expect(its.opened).toHaveLength(1);
    expect(its.onReopened).toHaveBeenCalledOnce();
  });

  it('treats a refused socket token like a lost connection', async () => {
    its.getTicket.mockRejectedValueOnce(new Error('away'));
    its.realtime.start();
    await vi.waitFor(() => expect(its.state()).toBe('lost'));
    its.fire(3500);
    const socket = await its.socketAt(0);
    socket.onopen?.();
    expect(its.state()).toBe('open');
  });

  it('does not reset the backoff when the connection is lost again immediately', async () => {
    its.realtime.start();
    const first = await its.socketAt(0);
    first.onopen?.();
    first.onclose?.();
    its.fire(3500);
    const second = await its.socketAt(1);
    second.onopen?.();
    second.onclose?.();
    its.fire(7500);
    const third = await its.socketAt(2);
    third.onopen?.();
    its.fire(STEADY_MS);
    third.onclose?.();
    its.fire(3500);
    expect(await its.socketAt(3)).toBeDefined();
  });

  it('reconnects immediately when woken, with one socket token and one socket even when woken several times', async () => {
    its.realtime.start();
    const first = await its.socketAt(0);
    first.onopen?.();
    its.realtime.wake();
    first.onclose?.();
    expect(its.getTicket).toHaveBeenCalledTimes(1);
    its.realtime.wake();
    its.realtime.wake();
    const second = await its.socketAt(1);
    its.realtime.wake();
    second.onopen?.();
    expect(its.state()).toBe('open');
    expect(its.getTicket).toHaveBeenCalledTimes(2);
    expect(its.sockets).toHaveLength(2);
    second.onclose?.();
    its.fire(7500);
    expect(its.getTicket).toHaveBeenCalledTimes(3);
  });

  it('reconnects immediately when an attempt that began before waking fails', async () => {
    its.realtime.start();
    const first = await its.socketAt(0);
    its.realtime.wake();
    first.onclose?.();
    const second = await its.socketAt(1);
    second.onclose?.();
    its.fire(3500);
    await its.socketAt(2);
    expect(its.getTicket).toHaveBeenCalledTimes(3);
  });

  it('does not reconnect on waking after it was stopped', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    socket.onclose?.();
    its.realtime.stop();
    its.realtime.wake();
    expect(its.getTicket).toHaveBeenCalledTimes(1);
  });

  it('renews itself before the gateway closes it', async () => {
    its.realtime.start();
    const first = await its.socketAt(0);
    first.onopen?.();
    its.fire(RENEW_AFTER_MS + RENEW_SPREAD_MS / 2);
    expect(first.closed).toBe(true);
    const second = await its.socketAt(1);
    second.onopen?.();
    expect(its.state()).toBe('open');
    expect(its.opened).toHaveLength(1);
    expect(its.onReopened).toHaveBeenCalledOnce();
  });

  it('leaves a room only when its last holder releases it', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    const one = its.realtime.join({ action: 'joinChatBox', id: 'a' });
    const two = its.realtime.join({ action: 'joinChatBox', id: 'a' });
    one();
    one();
    expect(socket.sent.filter((frame) => JSON.stringify(frame).includes('joinChatBox'))).toEqual([
      { action: 'joinChatBox', id: 'a' },
    ]);
    two();
    expect(socket.sent.at(-1)).toEqual({ action: 'joinChatBoxLeave', id: 'a' });
    its.realtime.joinAgain({ action: 'joinChatBox', id: 'a' });
    expect(socket.sent.at(-1)).toEqual({ action: 'joinChatBoxLeave', id: 'a' });
    its.realtime.join({ action: 'joinChatBox', id: 'b' });
    its.realtime.joinAgain({ action: 'joinChatBox', id: 'b' });
    expect(socket.sent.slice(-2)).toEqual([
      { action: 'joinChatBox', id: 'b' },
      { action: 'joinChatBox', id: 'b' },
    ]);
  });

  it('drops a connection on which the server does not answer a joined conversation, and reconnects', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    its.realtime.join({ action: 'joinChatBox', id: 'a' });
    socket.onmessage?.('{"event":"joinedChatBox","data":{"id":"a"}}');
    expect(() => its.fire(ANSWER_MS)).toThrow('nothing waits');
    its.realtime.join({ action: 'joinChatBox', id: 'b' });
    its.fire(ANSWER_MS);
    expect(socket.closed).toBe(true);
    expect(its.state()).toBe('lost');
    its.fire(3500);
    (await its.socketAt(1)).onopen?.();
    expect(its.state()).toBe('open');
  });

  it('is lost at once when the browser loses the network, and reconnects when it returns', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    its.realtime.lose();
    expect(its.state()).toBe('connecting');
    socket.onopen?.();
    its.realtime.lose();
    expect(socket.closed).toBe(true);
    expect(its.state()).toBe('lost');
    its.realtime.wake();
    (await its.socketAt(1)).onopen?.();
    expect(its.state()).toBe('open');
  });

  it('stays closed after it was stopped', async () => {
    its.realtime.start();
    const socket = await its.socketAt(0);
    socket.onopen?.();
    its.realtime.stop();
    expect(socket.closed).toBe(true);
    expect(socket.onclose).toBeNull();
    expect(its.sockets).toHaveLength(1);
  });
});
