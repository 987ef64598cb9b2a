import { createHmac } from 'node:crypto';
import type { Files, OutgoingMessage, ProviderAccount } from '@prosa/functions/channels/driver.ts';
import { cloudDriver } from '@prosa/functions/channels/whatsappapi/cloud-driver.ts';
import { metaSecrets } from '@prosa/functions/platform/secrets.ts';
import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { describe, expect, it } from 'vitest';
import { plant } from '../support/plant.ts';
import { useGraph } from './support/graph.ts';
import { useTable } from './support/table.ts';

useTable();
const graphOf = useGraph();

const account: ProviderAccount = {
  channel: 'whatsappapi',
  companyId: 7,
  connectionId: 3,
  accountId: '106540352242922',
  businessId: '102290129340398',
  accessToken: plant(`EAA${'cLoUd'.repeat(20)}`),
};
const files: Files = {
  read: (key) => Promise.resolve(key === 't/7/gone' ? undefined : Buffer.from('bytes of the file')),
  link: () => Promise.reject(new Error('files are uploaded')),
};
const PHONE = [{ kind: 'phone', value: '5511988887777' }] as const;

const accepted = { json: { messaging_product: 'whatsapp', contacts: [], messages: [{ id: 'wamid.Zz9' }] } };

const send = (content: OutboundContent, fields: Partial<OutgoingMessage> = {}) =>
  cloudDriver.send(account, { to: PHONE, content, reference: '5.3.1-a#1', ...fields }, files);

/** Sends a content whose file, if any, Meta takes; returns the body of the message. */
const bodyOf = async (content: OutboundContent, fields: Partial<OutgoingMessage> = {}) => {
  const graph = graphOf();
  graph.answer = ({ path }) => (path.endsWith('/media') ? { json: { id: '77001' } } : accepted);
  expect(await send(content, fields)).toBe('wamid.Zz9');
  return graph.requests.at(-1)?.json;
};
const OWN = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '+5511988887777',
  biz_opaque_callback_data: '5.3.1-a#1',
};
const file = (kind: 'image' | 'video' | 'audio' | 'document', mimeType: string, fileName = '') =>
  ({ kind, key: 't/7/a', mimeType, fileName, voice: false }) as const;

describe('a message to the Cloud API', () => {
  it('goes to the number’s messages with the token in a header only', async () => {
    expect(await bodyOf({ kind: 'text', text: 'Bom dia' })).toEqual({
      ...OWN,
      type: 'text',
      text: { body: 'Bom dia' },
    });
    const [request] = graphOf().requests;
    const { appSecret } = await metaSecrets();
    const proof = createHmac('sha256', appSecret).update(account.accessToken).digest('hex');
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v25.0/106540352242922/messages',
      query: { appsecret_proof: proof },
      authorization: `Bearer ${account.accessToken}`,
    });
    expect(JSON.stringify([request?.path, request?.query, request?.json])).not.toContain(account.accessToken);
  });

  it('previews the first web address of a text', async () => {
    expect(await bodyOf({ kind: 'text', text: 'Veja https://loja.example/12' })).toMatchObject({
      text: { body: 'Veja https://loja.example/12', preview_url: true },
    });
  });

  it('goes to the phone number if it is known, else to the business-scoped id, and to a group as a group', async () => {
    const bsuid = { kind: 'bsuid', value: 'BR.13491208655302741918' } as const;
    const text = { kind: 'text', text: 'oi' } as const;
    expect(await bodyOf(text, { to: [bsuid, ...PHONE] })).toEqual({
      ...OWN,
      type: 'text',
      text: { body: 'oi' },
    });
    expect(await bodyOf(text, { to: [bsuid] })).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      recipient: 'BR.13491208655302741918',
      biz_opaque_callback_data: '5.3.1-a#1',
      type: 'text',
      text: { body: 'oi' },
    });
    const group = { kind: 'group', value: 'Y2FwaV9ncm91cDox' } as const;
    expect(await bodyOf(text, { to: [group] })).toMatchObject({
      recipient_type: 'group',
      to: 'Y2FwaV9ncm91cDox',
    });
    await expect(send(text, { to: [{ kind: 'psid', value: '1' }] })).rejects.toMatchObject({
      reason: 'no-whatsapp-identity',
      remedy: { does: 'stop' },
    });
  });

  it('quotes only messages of the Cloud API', async () => {
    const text = { kind: 'text', text: 'sim' } as const;
    const quoting = (providerMessageId: string) => ({ quoted: { providerMessageId, fromMe: false } });
    expect(await bodyOf(text, quoting('wamid.HBg1'))).toMatchObject({
      context: { message_id: 'wamid.HBg1' },
    });
    expect(await bodyOf(text, quoting('3EB0C767D26A1D8F'))).not.toHaveProperty('context');
  });

  it('shows a place and a contact', async () => {
    const place = { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: '' } as const;
    expect(await bodyOf(place)).toEqual({
      ...OWN,
      type: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja' },
    });
    const vcard = 'BEGIN:VCARD\nFN:Ana\nTEL;waid=5511900001111:+55 11 90000-1111\nEND:VCARD';
    expect(await bodyOf({ kind: 'contact', name: 'Ana', vcard })).toEqual({
      ...OWN,
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Ana', first_name: 'Ana' },
          phones: [{ phone: '+55 11 90000-1111', wa_id: '5511900001111' }],
        },
      ],
    });
  });

  it('shows a menu, with one section where a title is missing', async () => {
    const row = (id: string, title: string, description = '') => ({ id, title, description });
    const list = {
      kind: 'list',
      title: 'Loja',
      text: 'Com quem?',
      footer: 'Até as 18h',
      button: 'Escolher',
    } as const;
    const sections = [
      { title: 'Atendimento', rows: [row('1', 'Vendas'), row('2', 'Suporte', 'Dúvidas')] },
      { title: 'Outros', rows: [row('3', 'Financeiro')] },
    ];
    expect(await bodyOf({ ...list, sections })).toEqual({
      ...OWN,
      type: 'interactive',
      interactive: {
        type: 'list',
        header: { type: 'text', text: 'Loja' },
        body: { text: 'Com quem?' },
        footer: { text: 'Até as 18h' },
        action: {
          button: 'Escolher',
          sections: [
            {
              title: 'Atendimento',
              rows: [
                { id: '1', title: 'Vendas' },
                { id: '2', title: 'Suporte', description: 'Dúvidas' },
              ],
            },
            { title: 'Outros', rows: [{ id: '3', title: 'Financeiro' }] },
          ],
        },
      },
    });
    const [first, second] = sections;
    if (first === undefined || second === undefined) throw new Error('no sections');
    expect(await bodyOf({ ...list, sections: [first, { ...second, title: '' }] })).toMatchObject({
      interactive: { action: { sections: [{ rows: [{ id: '1' }, { id: '2' }, { id: '3' }] }] } },
    });
  });

  it('shows reply buttons, and one button with an address below its picture', async () => {
    const buttons = { kind: 'buttons', title: '', text: 'Confirma?', footer: '' } as const;
    const replies = [
      { action: 'reply', id: 's', title: 'Sim' },
      { action: 'reply', id: 'n', title: 'Não' },
    ] as const;
    expect(await bodyOf({ ...buttons, buttons: [...replies] })).toEqual({
      ...OWN,
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: 'Confirma?' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 's', title: 'Sim' } },
            { type: 'reply', reply: { id: 'n', title: 'Não' } },
          ],
        },
      },
    });
    const link = { action: 'url', title: 'Acompanhar', url: 'https://loja.example/12' } as const;
    const image = { key: 't/7/a', mimeType: 'image/png', fileName: 'a.png' };
    expect(await bodyOf({ ...buttons, buttons: [link], image })).toEqual({
      ...OWN,
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        header: { type: 'image', image: { id: '77001' } },
        body: { text: 'Confirma?' },
        action: {
          name: 'cta_url',
          parameters: { display_text: 'Acompanhar', url: 'https://loja.example/12' },
        },
      },
    });
  });
});

describe('a file to the Cloud API', () => {
  it('is uploaded under the number, and sent by its id', async () => {
    expect(await bodyOf({ ...file('image', 'image/jpeg', 'a.jpg'), caption: 'Olha' })).toEqual({
      ...OWN,
      type: 'image',
      image: { id: '77001', caption: 'Olha' },
    });
    expect(graphOf().requests[0]).toMatchObject({
      method: 'POST',
      path: '/v25.0/106540352242922/media',
      authorization: `Bearer ${account.accessToken}`,
      form: {
        messaging_product: 'whatsapp',
        type: 'image/jpeg',
        file: { name: 'a.jpg', type: 'image/jpeg', text: 'bytes of the file' },
      },
    });
  });

  it('keeps its kind only where WhatsApp takes its type; other known types are documents', async () => {
    const bodies: [Parameters<typeof bodyOf>[0], object][] = [
      [file('video', 'video/mp4'), { type: 'video', video: { id: '77001' } }],
      [file('audio', 'audio/mpeg'), { type: 'audio', audio: { id: '77001' } }],
      [
        { ...file('audio', 'audio/ogg; codecs=opus'), voice: true },
        { type: 'audio', audio: { id: '77001', voice: true } },
      ],
      [
        file('document', 'application/pdf', 'boleto.pdf'),
        { type: 'document', document: { id: '77001', filename: 'boleto.pdf' } },
      ],
      [
        file('document', 'image/png', 'planta.png'),
        { type: 'document', document: { id: '77001', filename: 'planta.png' } },
      ],
      [
        { ...file('document', 'text/csv', 'lista.csv'), caption: 'Preços' },
        { type: 'document', document: { id: '77001', filename: 'lista.csv', caption: 'Preços' } },
      ],
    ];
    for (const [content, expected] of bodies) expect(await bodyOf(content)).toEqual({ ...OWN, ...expected });
    expect(graphOf().requests.at(-2)?.form).toMatchObject({ type: 'text/plain' });
  });

  it('of a type that WhatsApp refuses, or that is gone, fails before any call', async () => {
    for (const type of ['image/webp', 'audio/webm', 'application/zip', ''])
      await expect(send(file('document', type)), type).rejects.toMatchObject({ reason: 'media-refused' });
    await expect(send({ ...file('image', 'image/png'), key: 't/7/gone' })).rejects.toMatchObject({
      reason: 'media-missing',
      remedy: { does: 'stop' },
    });
    expect(graphOf().requests).toEqual([]);
  });

  it('R27: is uploaded again after a lost answer, because no message was sent', async () => {
    const graph = graphOf();
    await expect(send(file('image', 'image/png'))).rejects.toMatchObject({ remedy: { does: 'wait' } });
    expect(graph.requests.map(({ path }) => path)).toEqual(['/v25.0/106540352242922/media']);
  });
});

describe('an answer to a message', () => {
  const text = { kind: 'text', text: 'oi' } as const;
  const failure = async () => {
    await expect(send(text)).rejects.toThrow('the provider failed');
    return send(text).then(
      () => undefined,
      (error: unknown) => error,
    );
  };

  it('R27: that is lost, cut short, or without an id leaves the outcome open after a single call', async () => {
    const graph = graphOf();
    const answers: ReturnType<typeof graph.answer>[] = [
      'hang-up',
      { bytes: '{"messages":[{"id":' },
      { json: { messages: [] } },
      { json: { error: { code: 131047, message: 'window' } } },
      { status: 502, bytes: '<html>' },
      { status: 500, json: { error: { code: 131000, message: 'something went wrong' } } },
      { bytes: 'x', headers: { 'content-encoding': 'gzip' } },
      { bytes: Buffer.alloc(4_100_000, ' ') },
    ];
    for (const answer of answers) {
      graph.answer = () => answer;
      graph.requests.length = 0;
      await expect(send(text)).rejects.toMatchObject({
        reason: 'provider-failed',
        remedy: { does: 'doubt' },
      });
      expect(graph.requests).toHaveLength(1);
    }
  });

  it('R27: that never came because nothing listens is repeated later', async () => {
    const { url: origin } = graphOf();
    process.env.GRAPH_ENDPOINT = 'http://127.0.0.1:9';
    await expect(send(text)).rejects.toMatchObject({ remedy: { does: 'wait' } });
    process.env.GRAPH_ENDPOINT = origin;
  });

  it('S-47: that redirects is not followed with the token', async () => {
    const graph = graphOf();
    graph.answer = () => ({ status: 307, headers: { location: `${graph.url}/elsewhere` }, json: {} });
    await expect(send(text)).rejects.toMatchObject({ reason: 'provider-failed', remedy: { does: 'stop' } });
    expect(graph.requests).toHaveLength(1);
  });

  it('that quotes the token gives an error without it', async () => {
    graphOf().answer = () => ({
      status: 401,
      json: { error: { code: 190, message: `Malformed access token ${account.accessToken}` } },
    });
    const error = await failure();
    expect(error).toMatchObject({ reason: 'relink-needed' });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('cLoUd');
    expect(error instanceof Error && String(error.cause)).not.toContain('cLoUd');
  });
});

it('marks messages as read by the newest of them, with one call', async () => {
  const graph = graphOf();
  graph.answer = () => ({ json: { success: true } });
  await cloudDriver.markRead(account, { to: PHONE, providerMessageIds: ['wamid.new', 'wamid.old'] });
  expect(graph.requests).toMatchObject([
    {
      path: '/v25.0/106540352242922/messages',
      json: { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.new' },
    },
  ]);
});

it('shows that somebody is typing together with the read mark of the newest message', async () => {
  const graph = graphOf();
  graph.answer = () => ({ json: { success: true } });
  await cloudDriver.showTyping(account, { to: PHONE, newestId: 'wamid.new' });
  expect(graph.requests).toMatchObject([
    {
      path: '/v25.0/106540352242922/messages',
      json: {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: 'wamid.new',
        typing_indicator: { type: 'text' },
      },
    },
  ]);
});

it('tells no profile, because each message has the name', async () => {
  expect(await cloudDriver.profileOf(account, PHONE[0])).toBeUndefined();
  expect(graphOf().requests).toEqual([]);
});
