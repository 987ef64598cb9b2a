import { instagram } from '@prosa/functions/channels/instagram/instagram.ts';
import { type FileList, fileListSchema } from '@prosa/shared/entities/file-list.ts';
import { option, Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const MB = 1024 * 1024;
const media = (fileName: string, mimeType: string, size = 10_000) => ({
  key: `t/7/${fileName}`,
  fileName,
  mimeType,
  size,
});
const list = (id: number, ...options: object[]): FileList =>
  fileListSchema.parse({
    companyId: 7,
    id,
    name: `Lista ${id}`,
    message: `Aqui está, {{firstName}}: ${id}`,
    options: options.map((one, index) => ({ id: `o${index}`, name: `Arquivo ${index}`, ...one })),
    userId: 1,
  });
const catalog = list(
  1,
  { name: 'Preços', media: media('precos.pdf', 'application/pdf') },
  { name: 'Ainda sem arquivo' },
  { name: 'Vitrine', media: media('vitrine.png', 'image/png') },
);
const CATALOG = [
  ['file-list', 'Aqui está, Ana: 1'],
  ['file-list', 'Preços'],
  ['file-list', 'Vitrine'],
];
const files = (id: number, count: number): FileList =>
  list(id, ...Array.from({ length: count }, () => ({ media: media('a.pdf', 'application/pdf') })));

describe('a file list', () => {
  it('follows the greeting of a chosen queue: its text, then its files in order, as copies of their own', () => {
    const play = new Play({ queues: [{ fileListId: 1 }, {}], fileLists: [catalog] }).says('oi');
    expect(play.asks('1')).toEqual([['queue-greeting', 'Bem-vindo à fila 1'], ...CATALOG]);
    const sent = play.stage.messages.filter(({ saidBy, media: file }) => saidBy === 'file-list' && file);
    expect(sent).toMatchObject([
      { mediaType: 'application', media: { fileName: 'precos.pdf', mimeType: 'application/pdf' } },
      { mediaType: 'image', media: { fileName: 'vitrine.png' } },
    ]);
    expect(play.stage.turns.flatMap(({ copies }) => copies.map(({ from }) => from))).toEqual([
      't/7/precos.pdf',
      't/7/vitrine.png',
    ]);
    expect(play.ticket).toMatchObject({ status: 'pending', queueId: SALES });
  });

  it('is sent by the only queue without a choice, and before the ticket closes', () => {
    const settings = { sendGreetingMessageOneQueues: false };
    const connection = { queueIds: [SALES] };
    const only = { settings, queues: [{ fileListId: 1 }], connection, fileLists: [catalog] };
    expect(new Play(only).asks('oi')).toEqual(CATALOG);
    const closing = new Play({ ...only, queues: [{ fileListId: 1, closeTicket: true }] });
    expect(closing.asks('oi')).toEqual(CATALOG);
    expect(closing.ticket.status).toBe('closed');
  });

  it('follows the first level of options once, and the options still listen', () => {
    const tree = [option('Um'), option('Dois')];
    const play = new Play({ queues: [{ fileListId: 1, chatbots: tree }, {}], fileLists: [catalog] });
    const [level, ...others] = play.says('oi').asks('1');
    expect(level?.[1]).toContain('[ 2 ] Dois');
    expect(others).toEqual(CATALOG);
    expect(play.asks('9').map(([rule]) => rule)).toEqual(['queue-greeting']);
    expect(play.asks('2')).toEqual([['option-tree', 'Dois?']]);
  });

  it('is sent by an option after its text, before it closes the ticket', () => {
    const tree = [
      option('Catálogo', { queueType: 'file', optFileId: 1, closeTicket: true }),
      option('Outra', { queueType: 'text', optFileId: 1 }),
    ];
    const shop = { queues: [{ chatbots: tree }, {}], fileLists: [catalog] };
    const play = new Play(shop).says('oi').says('1');
    play.heard();
    expect(play.asks('1')).toEqual([['option-tree', 'Catálogo?'], ...CATALOG]);
    expect(play.ticket.status).toBe('closed');
    const other = new Play(shop).says('oi').says('1');
    other.heard();
    expect(other.asks('2')).toEqual([['option-tree', 'Outra?']]);
  });

  it('sends nothing, not even its text, if it was deleted or has no file', () => {
    const play = (setup: FileList | undefined) => {
      const one = new Play({
        queues: [{ fileListId: 1 }, {}],
        fileLists: setup === undefined ? [] : [setup],
      });
      one.setup = { ...one.setup, fileLists: new Map([[1, setup]]) };
      return one.says('oi').asks('1');
    };
    expect(play(undefined)).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(play(list(1, { name: 'Vazio' }))).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
  });

  it('leaves out files that are too large for the channel', () => {
    const large = list(
      1,
      { name: 'Grande', media: media('a.png', 'image/png', 9 * MB) },
      { name: 'Pequena', media: media('b.png', 'image/png', MB) },
    );
    const play = new Play({ queues: [{ fileListId: 1 }, {}], fileLists: [large], channel: instagram });
    const said = play
      .says('oi')
      .asks('1')
      .map(([, text]) => text);
    expect(said).not.toContain('Grande');
    expect(said).toContain('Pequena');
  });

  it('twenty files are sent in one turn, and no more when an option leads on to another queue with files', () => {
    const tree = [option('Adiante', { queueType: 'queue', optQueueId: SUPPORT })];
    const play = new Play({
      queues: [{ fileListId: 1, chatbots: tree }, { fileListId: 2 }],
      fileLists: [files(1, 15), files(2, 20)],
    });
    play.says('oi').says('1');
    const last = play.stage.turns.at(-1);
    expect(last?.copies).toHaveLength(20);
    expect(play.ticket).toMatchObject({ queueId: SUPPORT, status: 'pending' });
  });
});
