import { FRIDAY_TEN, Play, SALES } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const media = { mimeType: 'audio/ogg', size: 1000, voice: true, source: 's' };
const voice = { kind: 'audio' as const, media };
const HOUR_MS = 3_600_000;

describe('refusals', () => {
  it('a refused voice message gets a reply that asks for text, and the other steps go on', () => {
    const settings = { acceptAudioMessageContact: false };
    const play = new Play({ settings, queues: [{}] });
    expect(
      play
        .sends(voice)
        .heard()
        .map(([rule]) => rule),
    ).toEqual(['audio-refusal', 'queue-greeting']);
    expect(play.sends(voice).heard()).toEqual([
      ['audio-refusal', 'Não conseguimos ouvir áudios por aqui. Escreva a sua mensagem.'],
    ]);
    expect(play.stage.messages.at(-1)?.quoted).toMatchObject({ mediaType: 'audio' });
    const led = new Play({ settings }).sends(voice).heard();
    expect(led.map(([rule]) => rule)).toEqual(['queue-menu', 'audio-refusal']);
    play.attendant({ status: 'open', queueId: SALES });
    expect(play.sends(voice).heard()).toHaveLength(1);
    const contact = new Play({ queues: [{}] }).says('oi');
    contact.stage = {
      ...contact.stage,
      tickets: new Map(
        [...contact.stage.tickets].map(([id, ticket]) => [
          id,
          { ...ticket, contact: { ...ticket.contact, acceptAudioMessage: false } },
        ]),
      ),
    };
    contact.heard();
    expect(contact.sends(voice).heard()).toHaveLength(1);
    expect(new Play({ queues: [{}] }).says('oi').sends(voice).heard()).toHaveLength(1);
  });

  it('a refused call gets a text, and no call starts a menu', () => {
    const call = { kind: 'missed-call' as const, video: false };
    const settings = { acceptCallWhatsapp: false, AcceptCallWhatsappMessage: 'Escreva, {{firstName}}' };
    const play = new Play({ settings });
    expect(play.sends(call).heard()).toEqual([['call-refusal', 'Escreva, Ana']]);
    expect(play.sends({ kind: 'answered-call', video: false, durationS: 9 }).heard()).toEqual([]);
    expect(play.asks('oi')[0]?.[0]).toBe('queue-menu');
    expect(new Play().sends(call).heard()).toEqual([]);
  });

  it('a file over the limit gets a reply with the limit', () => {
    const big = {
      kind: 'document' as const,
      media: { ...media, mimeType: 'application/pdf', size: 99_000_000 },
    };
    const play = new Play({ queues: [{}] }).says('oi');
    play.heard();
    expect(play.sends(big).heard()).toMatchObject([['file-over-limit', expect.stringContaining('15 MB')]]);
  });

  it('S-49: messages that arrive hours late get one apology, and the next fresh message gets the menu', () => {
    const play = new Play();
    play.says('oi', FRIDAY_TEN - 5 * HOUR_MS).says('alguém?', FRIDAY_TEN - 4 * HOUR_MS);
    expect(play.heard()).toEqual([['late-message', expect.stringContaining('chegou com atraso')]]);
    expect(play.ticket).toMatchObject({ status: 'pending', unreadMessages: 2 });
    expect(play.asks('ainda aí?')[0]?.[0]).toBe('queue-menu');
  });

  it('S-49: a late answer to a question still counts', () => {
    const settings = { enableLGPD: true, lgpdMessage: 'Dados?' };
    const play = new Play({ settings }).says('oi');
    play.waits(4 * 60);
    play.says('1', play.nowMs - 3 * HOUR_MS);
    expect(play.ticket).toMatchObject({ status: 'pending', lgpdAcceptedAt: expect.any(String) });
  });

  it('S-49: a group gets no automatic text, unless groups are tickets; then it gets one menu', () => {
    const inGroup = (connection: object) => {
      const play = new Play({ connection: { allowGroup: true, ...connection } });
      play.stage = {
        ...play.stage,
        contact: {
          ...play.stage.contact,
          isGroup: true,
          identities: [{ kind: 'group', value: '1203630@g' }],
        },
      };
      return play;
    };
    expect(inGroup({}).asks('oi')).toEqual([]);
    const ticket = inGroup({ groupAsTicket: true });
    expect(ticket.asks('oi')).toHaveLength(1);
    expect(ticket.asks('quem é?')).toEqual([]);
    expect(ticket.asks('1')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
  });
});
