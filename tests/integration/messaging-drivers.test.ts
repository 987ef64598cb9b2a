import type {
  ChannelDriver,
  Files,
  OutgoingMessage,
  ProviderAccount,
} from '@prosa/functions/channels/driver.ts';
import { facebookDriver } from '@prosa/functions/channels/facebook/facebook-driver.ts';
import { instagramDriver } from '@prosa/functions/channels/instagram/instagram-driver.ts';
import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { PICTURE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { describe, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
import { plant } from '../support/plant.ts';
import { useGraph } from './support/graph.ts';
import { useTable } from './support/table.ts';

useTable();
const graphOf = useGraph();

const accessToken = plant(`EAA${'pAgE'.repeat(25)}`);
const page: ProviderAccount = {
  channel: 'facebook',
  companyId: 7,
  connectionId: 3,
  accountId: '1906385232743451',
  businessId: '',
  accessToken,
};
const instagram: ProviderAccount = {
  ...page,
  channel: 'instagram',
  accountId: '17841405822304914',
  businessId: '1906385232743451',
};
const files: Files = {
  read: (key) => Promise.resolve(key === 't/7/gone' ? undefined : Buffer.from('bytes of the file')),
  link: (key) => Promise.resolve(`https://app.example/media/${key}?e=1&s=x`),
};
const platforms = [
  { name: 'Messenger', driver: facebookDriver, account: page, kind: 'psid', id: '4455' },
  { name: 'Instagram', driver: instagramDriver, account: instagram, kind: 'igsid', id: '8899' },
] as const;
type Sender = Pick<(typeof platforms)[number], 'account' | 'kind' | 'id'> & { driver: ChannelDriver };
const [messenger, direct] = platforms;

const send = (
  { driver, account, kind, id }: Sender,
  content: OutboundContent,
  fields: Partial<OutgoingMessage> = {},
) => driver.send(account, { to: [{ kind, value: id }], content, reference: '5.3.1-a#1', ...fields }, files);

/** Sends a content that Meta takes; returns the body of the message. */
const bodyOf = async (sender: Sender, content: OutboundContent, fields: Partial<OutgoingMessage> = {}) => {
  const graph = graphOf();
  graph.answer = ({ path }) =>
    path.endsWith('/message_attachments')
      ? { json: { attachment_id: '1857777774821032' } }
      : { json: { recipient_id: sender.id, message_id: 'm_Ab3' } };
  expect(await send(sender, content, fields)).toBe('m_Ab3');
  return graph.requests.at(-1)?.json;
};
const file = (kind: 'image' | 'video' | 'audio' | 'document', mimeType: string, fileName = '') =>
  ({ kind, key: 't/7/a', mimeType, fileName, voice: false }) as const;
const text = { kind: 'text', text: 'Bom dia' } as const;

describe.each(platforms)('a message over $name', (sender) => {
  const { id } = sender;

  it('goes to the page’s messages as a reply, with our reference and the token in a header only', async () => {
    expect(await bodyOf(sender, text)).toEqual({
      recipient: { id },
      messaging_type: 'RESPONSE',
      message: { text: 'Bom dia', metadata: '5.3.1-a#1' },
    });
    const [request] = graphOf().requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v25.0/1906385232743451/messages',
      query: { appsecret_proof: expect.stringMatching(/^[\da-f]{64}$/) },
      authorization: `Bearer ${accessToken}`,
    });
    expect(JSON.stringify([request?.path, request?.query, request?.json])).not.toContain(accessToken);
  });

  it('of a person outside the usual window carries the tag', async () => {
    expect(await bodyOf(sender, text, { tag: 'human-agent' })).toEqual({
      recipient: { id },
      messaging_type: 'MESSAGE_TAG',
      tag: 'HUMAN_AGENT',
      message: { text: 'Bom dia', metadata: '5.3.1-a#1' },
    });
  });

  it('shows reply buttons as quick replies, and the quoted message', async () => {
    const buttons: OutboundContent = {
      kind: 'buttons',
      title: '',
      text: 'Confirma?',
      footer: '',
      buttons: [
        { action: 'reply', id: 's', title: 'Sim' },
        { action: 'reply', id: 'n', title: 'Não' },
      ],
    };
    expect(await bodyOf(sender, buttons, { quoted: { providerMessageId: 'm_Zz', fromMe: false } })).toEqual({
      recipient: { id },
      messaging_type: 'RESPONSE',
      message: {
        text: 'Confirma?',
        quick_replies: [
          { content_type: 'text', title: 'Sim', payload: 's' },
          { content_type: 'text', title: 'Não', payload: 'n' },
        ],
        metadata: '5.3.1-a#1',
      },
      reply_to: { mid: 'm_Zz' },
    });
  });

  it('fails without a call for a contact of another channel', async () => {
    await expect(send(sender, text, { to: [{ kind: 'phone', value: '5511' }] })).rejects.toMatchObject({
      reason: 'unreachable',
      remedy: { does: 'stop' },
    });
    expect(graphOf().requests).toEqual([]);
  });

  it('R27: whose answer is lost or has no id is called once, and its outcome stays open', async () => {
    const graph = graphOf();
    for (const answer of ['hang-up', { json: { recipient_id: id } }, { status: 503, bytes: '' }] as const) {
      graph.answer = () => answer;
      graph.requests.length = 0;
      await expect(send(sender, text)).rejects.toMatchObject({
        reason: 'provider-failed',
        remedy: { does: 'doubt' },
      });
      expect(graph.requests).toHaveLength(1);
    }
  });

  it('R28: whose reply window has closed meanwhile fails with that reason', async () => {
    graphOf().answer = () => ({
      status: 400,
      json: { error: { code: 10, error_subcode: 2018278, message: '(#10) outside of allowed window' } },
    });
    await expect(send(sender, text)).rejects.toMatchObject({
      reason: 'window-closed',
      remedy: { does: 'stop' },
    });
  });

  it('is marked as read by an action that travels alone', async () => {
    const graph = graphOf();
    graph.answer = () => ({ json: { recipient_id: id } });
    const { driver, account, kind } = sender;
    await driver.markRead(account, { to: [{ kind, value: id }], providerMessageIds: ['m_1'] });
    expect(graph.requests).toMatchObject([
      {
        path: '/v25.0/1906385232743451/messages',
        json: { recipient: { id }, sender_action: 'mark_seen' },
      },
    ]);
  });

  it('shows that somebody is typing, by an action that travels alone', async () => {
    const graph = graphOf();
    graph.answer = () => ({ json: { recipient_id: id } });
    const { driver, account, kind } = sender;
    await driver.showTyping(account, { to: [{ kind, value: id }], newestId: 'm_1' });
    expect(graph.requests).toMatchObject([
      {
        path: '/v25.0/1906385232743451/messages',
        json: { recipient: { id }, sender_action: 'typing_on' },
      },
    ]);
  });

  it('S-45: has its file fetched without the token', async () => {
    const graph = graphOf();
    const fetchIt = (maxBytes: number) =>
      sender.driver.fetchFile(
        sender.account,
        JSON.stringify({ url: `${graph.url}/cdn/a.jpg?x=1` }),
        maxBytes,
      );
    graph.answer = () => ({ bytes: 'jpeg', headers: { 'content-type': 'image/jpeg' } });
    const fetched = await fetchIt(100);
    expect([Buffer.from(fetched.bytes).toString(), fetched.mimeType]).toEqual(['jpeg', 'image/jpeg']);
    expect(graph.requests).toMatchObject([
      { method: 'GET', path: '/cdn/a.jpg', query: { x: '1' }, authorization: undefined },
    ]);
    await expect(fetchIt(3)).rejects.toMatchObject({ reason: 'ERR_FILESIZE_OVER_LIMIT' });
    graph.answer = () => ({ status: 403, json: {} });
    await expect(fetchIt(100)).rejects.toMatchObject({ reason: 'media-missing', remedy: { does: 'doubt' } });
  });

  it.each(['https://127.0.0.1/a.jpg', 'https://169.254.169.254/latest', 'http://127.0.0.1:9/a.jpg'])(
    'S-46: has no file at %s',
    async (url) => {
      const fetched = sender.driver.fetchFile(sender.account, JSON.stringify({ url }), 100);
      await expect(fetched).rejects.toMatchObject({ reason: 'media-missing', remedy: { does: 'stop' } });
      expect(graphOf().requests).toEqual([]);
    },
  );
});

describe('a file over Messenger', () => {
  it('is uploaded to the page, and sent by its id', async () => {
    expect(await bodyOf(messenger, file('document', 'application/pdf', 'boleto.pdf'))).toEqual({
      recipient: { id: '4455' },
      messaging_type: 'RESPONSE',
      message: {
        attachment: { type: 'file', payload: { attachment_id: '1857777774821032' } },
        metadata: '5.3.1-a#1',
      },
    });
    expect(graphOf().requests[0]).toMatchObject({
      method: 'POST',
      path: '/v25.0/1906385232743451/message_attachments',
      form: {
        message: '{"attachment":{"type":"file","payload":{"is_reusable":true}}}',
        filedata: { name: 'boleto.pdf', type: 'application/pdf', text: 'bytes of the file' },
      },
    });
    for (const [kind, type] of [
      ['image', 'image/png'],
      ['video', 'video/mp4'],
      ['audio', 'audio/ogg'],
    ] as const)
      expect(await bodyOf(messenger, file(kind, type))).toMatchObject({
        message: { attachment: { type: kind } },
      });
  });

  it('that is gone is not sent', async () => {
    const gone = { ...file('image', 'image/png'), key: 't/7/gone' };
    await expect(send(messenger, gone)).rejects.toMatchObject({ reason: 'media-missing' });
    expect(graphOf().requests).toEqual([]);
  });
});

describe('a file over Instagram', () => {
  it('is sent as a link, because Instagram fetches it', async () => {
    expect(await bodyOf(direct, file('image', 'image/jpeg'))).toEqual({
      recipient: { id: '8899' },
      messaging_type: 'RESPONSE',
      message: {
        attachment: { type: 'image', payload: { url: 'https://app.example/media/t/7/a?e=1&s=x' } },
        metadata: '5.3.1-a#1',
      },
    });
    expect(graphOf().requests).toHaveLength(1);
  });

  it('that is a sound is sent as audio, although other channels send it as a document', async () => {
    expect(await bodyOf(direct, file('document', 'audio/wav'))).toMatchObject({
      message: { attachment: { type: 'audio' } },
    });
  });

  it.each(['image/gif', 'audio/ogg; codecs=opus', 'text/plain', ''])(
    'of the type "%s" is refused before any call, because Instagram does not take it',
    async (type) => {
      await expect(send(direct, file('document', type))).rejects.toMatchObject({ reason: 'media-refused' });
      expect(graphOf().requests).toEqual([]);
    },
  );
});

describe('a profile', () => {
  const profileOf = ({ driver, account, kind, id }: Sender) => driver.profileOf(account, { kind, value: id });

  it('has first and last name on Messenger', async () => {
    graphOf().answer = () => ({ json: { first_name: 'Ana', last_name: 'Silva', id: '4455' } });
    expect(await profileOf(messenger)).toEqual({ name: 'Ana Silva', picture: null });
    expect(graphOf().requests).toMatchObject([
      { method: 'GET', path: '/v25.0/4455', query: { fields: 'first_name,last_name,profile_pic' } },
    ]);
  });

  it('has the name on Instagram, else the user name', async () => {
    const graph = graphOf();
    graph.answer = () => ({ json: { name: 'Ana Silva', username: 'ana.s', id: '8899' } });
    expect(await profileOf(direct)).toEqual({ name: 'Ana Silva', picture: null });
    graph.answer = () => ({ json: { name: null, username: 'ana.s', id: '8899' } });
    expect(await profileOf(direct)).toEqual({ name: 'ana.s', picture: null });
    expect(graph.requests[0]).toMatchObject({
      path: '/v25.0/8899',
      query: { fields: 'name,username,profile_pic' },
    });
  });

  it('has the picture, which is fetched from Meta without the token', async () => {
    const graph = graphOf();
    graph.answer = ({ path }) =>
      path === '/pictures/a'
        ? { bytes: PNG, headers: { 'content-type': 'image/png' } }
        : { json: { first_name: 'Ana', profile_pic: `${graph.url}/pictures/a` } };
    const picture = { bytes: Buffer.from(PNG), mimeType: 'image/png' };
    expect(await profileOf(messenger)).toEqual({ name: 'Ana', picture });
    expect(graph.requests.at(-1)).toMatchObject({ path: '/pictures/a', query: {}, authorization: undefined });
  });

  it('S-47: keeps its name when the picture is missing, too large, redirected or at a host of somebody else', async () => {
    const graph = graphOf();
    const answers: Record<string, ReturnType<typeof graph.answer>> = {
      '/pictures/gone': { status: 404, json: {} },
      '/pictures/large': { bytes: new Uint8Array(PICTURE_MAX_BYTES + 1) },
      '/pictures/moved': { status: 302, json: {}, headers: { location: `${graph.url}/pictures/a` } },
    };
    const addresses = [
      ...Object.keys(answers).map((path) => `${graph.url}${path}`),
      'http://127.0.0.1:9/a.png',
      'https://fbcdn.net.example/a.png',
      'no address',
    ];
    for (const profile_pic of addresses) {
      graph.answer = ({ path }) => answers[path] ?? { json: { first_name: 'Ana', profile_pic } };
      expect(await profileOf(messenger), profile_pic).toEqual({ name: 'Ana', picture: undefined });
    }
  });

  it('that the person or the app’s permissions hide is unknown, and does not take the connection down', async () => {
    const refused = (code: number, error_subcode: number) => ({
      status: 400,
      json: { error: { code, error_subcode, message: 'no' } },
    });
    for (const answer of [refused(100, 2018218), refused(230, 0), refused(10, 0)]) {
      graphOf().answer = () => answer;
      expect(await profileOf(messenger)).toBeUndefined();
    }
    graphOf().answer = () => refused(190, 463);
    await expect(profileOf(messenger)).rejects.toMatchObject({
      remedy: { does: 'relink', because: 'token-refused' },
    });
  });
});
