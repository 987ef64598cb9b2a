import { Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const MENU = 'Olá, Ana! Escolha:\n\n[ 1 ] Vendas\n[ 2 ] Suporte\n[ sair ] Encerrar atendimento';

describe('the queue menu', () => {
  it('lists the queues in their order, and a number or a name chooses a queue', () => {
    const play = new Play();
    expect(play.asks('oi')).toEqual([['queue-menu', MENU]]);
    expect(play.ticket).toMatchObject({
      status: 'pending',
      queueId: null,
      automation: { kind: 'menu', prompts: 1, isSilent: false },
    });
    expect(play.asks('2')).toEqual([['queue-greeting', 'Bem-vindo à fila 2']]);
    expect(play.ticket).toMatchObject({
      queueId: SUPPORT,
      automation: { kind: 'none' },
      userId: null,
    });
    expect(play.attendance).toMatchObject({ queueId: SUPPORT, chatbotAt: expect.any(String) });
    expect(play.log).toEqual(['create', 'queue']);
    expect(play.asks('alguém?')).toEqual([]);

    expect(new Play().says('oi').asks('VÊNDAS ')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
  });

  it('is sent again after a wrong answer up to the limit, and then still accepts a choice', () => {
    const play = new Play({ connection: { maxUseBotQueues: 2 } });
    play.says('oi');
    expect(play.asks('quero um orçamento')).toEqual([
      ['queue-menu', `Opção inválida. Escolha uma das opções.\n\n${MENU}`],
    ]);
    expect(play.asks('9')).toEqual([]);
    expect(play.log.at(-1)).toBe('retriesLimitQueue');
    expect(play.ticket).toMatchObject({
      status: 'pending',
      queueId: null,
      automation: { kind: 'menu', isSilent: true },
    });
    expect(play.asks('nada')).toEqual([]);
    expect(play.asks('1')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(play.ticket.queueId).toBe(SALES);
  });

  it('is repeated without end with a limit of 0', () => {
    const play = new Play({ connection: { maxUseBotQueues: 0 } }).says('oi');
    for (let n = 0; n < 12; n++) expect(play.waits(2).asks('?')).toHaveLength(1);
  });

  it('is sent again only after `timeUseBotQueues`', () => {
    const play = new Play({ connection: { timeUseBotQueues: 30 } }).says('oi');
    expect(play.waits(29).asks('oi?')).toEqual([]);
    expect(play.waits(1).asks('oi??')).toHaveLength(1);
  });

  it('ends the conversation with the farewell if the customer chooses to leave', () => {
    const play = new Play().says('oi');
    expect(play.asks('SAIR')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket.status).toBe('closed');
    expect(play.log).toEqual(['create', 'clientClosed']);
    expect(play.attendance.chatbotAt).not.toBeNull();
    expect(play.attendance.finishedAt).not.toBeNull();
  });

  it('is skipped with one queue: the greeting follows if configured, and the ticket closes at once if the queue closes its tickets', () => {
    const one = { queues: [{}] };
    expect(new Play(one).asks('oi')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    const silent = new Play({ ...one, settings: { sendGreetingMessageOneQueues: false } });
    expect(silent.asks('oi')).toEqual([]);
    expect(silent.ticket).toMatchObject({ queueId: SALES, automation: { kind: 'none' } });
    const closing = new Play({ queues: [{ closeTicket: true }] });
    expect(closing.asks('oi')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(closing.ticket).toMatchObject({ status: 'closed', latestClosed: true });
    expect(closing.log).toEqual(['create', 'closed']);
    expect(closing.says('de novo').ticket).toMatchObject({ id: 2, status: 'closed' });
  });

  it('sends nothing without queues, or to a contact without bot', () => {
    const none = new Play({ queues: [] });
    expect(none.asks('oi')).toEqual([]);
    expect(none.ticket).toMatchObject({ status: 'pending', queueId: null });
    const quiet = new Play();
    quiet.stage = { ...quiet.stage, contact: { ...quiet.stage.contact, disableBot: true } };
    expect(quiet.asks('oi')).toEqual([]);
    expect(quiet.ticket.automation).toEqual({ kind: 'none' });
  });

  it('is followed by the position in the queue', () => {
    const settings = { sendQueuePosition: true, sendQueuePositionMessage: 'Você é o número' };
    expect(new Play({ settings }).says('oi').asks('1')).toEqual([
      ['queue-greeting', 'Bem-vindo à fila 1'],
      ['queue-position', 'Você é o número *1*'],
    ]);
  });

  it('has the same choices as a list or as buttons, and accepts numbers if the channel supports neither', () => {
    for (const chatBotType of ['list', 'button'] as const) {
      const play = new Play({ settings: { chatBotType } });
      const [[rule, text] = ['', '']] = play.asks('oi');
      expect([rule, text.includes('[ 2 ] Suporte'), text.includes('[ 3 ] Encerrar')]).toEqual([
        'queue-menu',
        true,
        true,
      ]);
      const { dataJson } = play.stage.messages.at(-1) ?? {};
      expect(dataJson).toMatchObject({ kind: chatBotType === 'list' ? 'list' : 'buttons' });
      expect(play.asks('3')).toEqual([['farewell', 'Até logo']]);
    }
  });

  it('contains the greeting’s picture once, as a separate copy', () => {
    const greetingMediaAttachment = {
      key: 't/7/vitrine',
      fileName: 'vitrine.png',
      mimeType: 'image/png',
      size: 9,
    };
    for (const chatBotType of ['text', 'list'] as const) {
      const play = new Play({ connection: { greetingMediaAttachment }, settings: { chatBotType } });
      expect(play.asks('oi')).toMatchObject([['queue-menu', expect.stringContaining('[ 1 ] Vendas')]]);
      expect(play.stage.messages.at(-1)).toMatchObject({
        mediaType: 'image',
        media: { state: 'stored', size: 9 },
      });
      expect(play.stage.turns.at(-1)?.copies).toMatchObject([
        { from: 't/7/vitrine', fileName: 'vitrine.png' },
      ]);
      play.says('?');
      expect(play.stage.messages.at(-1)?.media).toBeNull();
    }
    const sole = new Play({ queues: [{}], connection: { greetingMediaAttachment } }).says('oi');
    expect(sole.stage.messages.at(-1)).toMatchObject({ mediaType: 'image', body: 'Bem-vindo à fila 1' });
    const huge = { ...greetingMediaAttachment, size: 10 ** 9 };
    const over = new Play({ connection: { greetingMediaAttachment: huge } }).says('oi');
    expect(over.stage.messages.at(-1)).toMatchObject({ media: null, saidBy: 'queue-menu' });
  });

  it('a menu of many queues is sent as text, regardless of the chosen form', () => {
    const queues = Array.from({ length: 100 }, () => ({}));
    const play = new Play({ queues, settings: { chatBotType: 'list' } });
    expect(play.asks('oi')[0]?.[1]).toContain('[ 100 ] Fila 100');
    expect(play.asks('100')).toEqual([['queue-greeting', 'Bem-vindo à fila 100']]);
  });

  it('S-49: sends nothing on a ticket that an attendant has', () => {
    const play = new Play().says('oi').attendant({ status: 'open', queueId: SALES });
    expect(play.ticket).toMatchObject({ status: 'open', userId: 1 });
    for (const text of ['1', 'sair', '#', '?']) expect(play.asks(text)).toEqual([]);
    expect(play.ticket.status).toBe('open');
  });
});
