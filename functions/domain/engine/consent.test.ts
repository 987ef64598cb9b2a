import { Play, SALES } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const settings = {
  enableLGPD: true,
  lgpdMessage: 'Olá {{firstName}}, sobre os seus dados',
  lgpdLink: 'https://loja.example/lgpd',
};
const QUESTION = [
  'Olá Ana, sobre os seus dados',
  'https://loja.example/lgpd',
  'Você concorda com o tratamento dos seus dados?\n[ 1 ] Sim\n[ 2 ] Não',
].join('\n\n');

describe('the consent question', () => {
  it('uses the connection’s text and link if the connection has a text', () => {
    const lgpdMessage = 'Sobre a filial';
    const lgpdLink = 'https://example.com/filial';
    const [[rule, text = ''] = []] = new Play({ settings, connection: { lgpdMessage, lgpdLink } }).asks('oi');
    expect(rule).toBe('consent');
    expect(text.startsWith(`${lgpdMessage}\n\n${lgpdLink}\n\n`)).toBe(true);
    const alone = new Play({
      settings: { ...settings, lgpdMessage: '', lgpdLink: '' },
      connection: { lgpdMessage },
    });
    expect(alone.says('oi').ticket.status).toBe('lgpd');
    // A link without a text does not count.
    expect(new Play({ settings, connection: { lgpdLink } }).asks('oi')).toEqual([['consent', QUESTION]]);
  });

  it('is sent first, and agreeing leads on to the menu and is stored', () => {
    const play = new Play({ settings });
    expect(play.asks('oi')).toEqual([['consent', QUESTION]]);
    expect(play.ticket).toMatchObject({ status: 'lgpd', lgpdSendMessageAt: expect.any(String) });
    expect(play.asks('1')).toMatchObject([['queue-menu', expect.stringContaining('Olá, Ana!')]]);
    expect(play.ticket).toMatchObject({
      status: 'pending',
      queueId: null,
      lgpdAcceptedAt: expect.any(String),
    });
    expect(play.stage.contact.lgpdAcceptedAt).not.toBeNull();
    expect(play.ticket.contact.lgpdAcceptedAt).not.toBeNull();
    expect(play.log).toEqual(['lgpd', 'pending']);
    expect(play.chatbotAt).not.toBeNull();
    expect(play.says('1').ticket.queueId).toBe(SALES);
  });

  it('is sent once per contact, or on every ticket, as configured', () => {
    for (const lgpdConsent of [false, true]) {
      const play = new Play({ settings: { ...settings, lgpdConsent } });
      play.says('oi').says('sim').says('sair');
      expect(play.ticket.status).toBe('closed');
      expect(play.waits(10).asks('oi')[0]?.[0]).toBe(lgpdConsent ? 'consent' : 'queue-menu');
    }
  });

  it('ends the ticket with the farewell if the customer refuses', () => {
    const play = new Play({ settings }).says('oi');
    expect(play.asks('não')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', lgpdAcceptedAt: null });
    expect(play.stage.contact.lgpdAcceptedAt).toBeNull();
    expect(play.log).toEqual(['lgpd', 'clientClosed']);
    expect(play.waits(10).asks('oi')[0]?.[0]).toBe('consent');
  });

  it('is repeated after any other answer, then stays silent, and closes the ticket after a day without an answer', () => {
    const play = new Play({ settings, connection: { maxUseBotQueues: 2 } }).says('oi');
    expect(play.asks('quem é?')).toEqual([['consent', QUESTION]]);
    expect(play.asks('quem é??')).toEqual([]);
    expect(play.ticket.status).toBe('lgpd');
    play.waits(24 * 60 - 1);
    expect(play.ticket.status).toBe('lgpd');
    expect(play.waits(2).heard()).toEqual([]);
    expect(play.ticket.status).toBe('closed');
    expect(play.log.at(-1)).toBe('autoClose');
    expect(
      new Play({ settings, connection: { maxUseBotQueues: 1 } }).says('oi').says('?').asks('1'),
    ).toHaveLength(1);
  });

  it('leads into the queue if there is only one', () => {
    const play = new Play({ settings, queues: [{}] }).says('oi');
    expect(play.asks('1')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(play.ticket).toMatchObject({ status: 'pending', queueId: SALES });
  });
});
