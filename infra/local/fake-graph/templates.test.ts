import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { APP, PHONE, startTestGraph, type TestGraph, WABA } from './testing/start-test-graph.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BODY = { type: 'BODY', text: 'Oi, {{1}}!', example: { body_text: [['Ana']] } };
const greeting = { name: 'greeting', language: 'pt_BR', category: 'UTILITY', components: [BODY] };

describe('message templates of the fake Graph API', () => {
  let meta: TestGraph;
  let token: string;
  beforeAll(async () => {
    meta = await startTestGraph();
    token = meta.tokenOf(PHONE);
    await meta.call('POST', `${WABA}/subscribed_apps`, { token, json: {} });
  });
  afterAll(() => meta.stop());

  const templates = async (query = '') =>
    Object((await meta.call('GET', `${WABA}/message_templates${query}`, { token })).body).data;
  const create = (json: object) => meta.call('POST', `${WABA}/message_templates`, { token, json });
  const createApproved = async (name: string): Promise<string> => {
    const { body } = await create({ ...greeting, name });
    await vi.waitFor(async () =>
      expect(await templates(`?name=${name}`)).toMatchObject([{ status: 'APPROVED' }]),
    );
    return String(body.id);
  };

  it('lists templates with their fields, by name and by status', async () => {
    expect(await templates('?name=order_update')).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        name: 'order_update',
        language: 'pt_BR',
        category: 'UTILITY',
        parameter_format: 'POSITIONAL',
        status: 'APPROVED',
        components: expect.any(Array),
      },
    ]);
    expect(await templates('?status=REJECTED')).toEqual([]);
  });

  it('a new template is pending, then approved, and the app is told', async () => {
    const { body } = await create(greeting);
    expect(body).toEqual({ id: expect.stringMatching(/^\d+$/), status: 'PENDING', category: 'UTILITY' });
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    expect(meta.delivered[0]?.body.entry[0]).toMatchObject({
      changes: [
        {
          field: 'message_template_status_update',
          value: {
            event: 'APPROVED',
            message_template_id: Number(body.id),
            message_template_name: 'greeting',
            message_template_language: 'pt_BR',
            reason: 'NONE',
          },
        },
      ],
    });
  });

  it('a name and language that exist are refused with 100/2388024', async () => {
    expect(await create({ ...greeting, name: 'order_update' })).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 2388024 } },
    });
  });

  it.each([
    ['capital letters in its name', { name: 'Greeting' }],
    ['an unknown category', { category: 'NEWS' }],
    ['variables without examples', { components: [{ type: 'BODY', text: 'Oi, {{1}}!' }] }],
    ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }],
  ])('refuses a template with %s', async (_what, change) => {
    expect(await create({ ...greeting, name: 'other', ...change })).toMatchObject({
      status: 400,
      body: { error: { code: 100 } },
    });
  });

  it('an approved template is edited once a day, and keeps its category', async () => {
    const id = await createApproved('edited');
    const edit = (json: object) => meta.call('POST', id, { token, json });
    const components = [{ ...BODY, text: 'Tudo bem, {{1}}?' }];
    expect(await edit({ category: 'MARKETING' })).toMatchObject({ status: 400 });
    expect((await edit({ components })).body).toEqual({ success: true });
    await vi.waitFor(async () =>
      expect(await templates('?name=edited')).toMatchObject([{ status: 'APPROVED' }]),
    );
    expect(await edit({ components })).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    meta.clock.now += DAY_MS + 1;
    expect((await edit({ components })).status).toBe(200);
  });

  it('a deleted approved name is blocked for 30 days', async () => {
    await createApproved('deleted');
    const path = `${WABA}/message_templates?name=deleted`;
    expect((await meta.call('DELETE', path, { token })).body).toEqual({ success: true });
    expect((await meta.call('DELETE', path, { token })).status).toBe(400);
    expect((await create({ ...greeting, name: 'deleted' })).status).toBe(400);
    meta.clock.now += 30 * DAY_MS + 1;
    expect((await create({ ...greeting, name: 'deleted' })).status).toBe(200);
  });

  describe('the example of a header’s file', () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
    const begin = (type = 'image/png', length = png.length) =>
      meta.call('POST', `${APP.id}/uploads?file_length=${length}&file_type=${type}&file_name=a.png`, {
        token,
      });
    const send = (session: unknown, part = png) => meta.call('POST', String(session), { token, part });
    const upload = async () => (await send((await begin()).body.id)).body.h;
    const withFile = (name: string, format: string, handle?: unknown) =>
      create({
        ...greeting,
        name,
        components: [
          {
            type: 'HEADER',
            format,
            ...(handle === undefined ? {} : { example: { header_handle: [handle] } }),
          },
          BODY,
        ],
      });
    const refusal = { status: 400, body: { error: { code: 100 } } };

    it('is uploaded in a session, and its handle belongs to a header of its kind', async () => {
      const handle = await upload();
      expect(await withFile('with_video', 'VIDEO', handle)).toMatchObject(refusal);
      expect(await withFile('with_image', 'IMAGE', handle)).toMatchObject({
        status: 200,
        body: { status: 'PENDING' },
      });
    });

    it('is refused without a handle, and with one that is unknown or has expired', async () => {
      const old = await upload();
      meta.clock.now += DAY_MS + 1;
      for (const handle of [undefined, '4::aW1hZ2UvcG5n:x:e', old])
        expect(await withFile('no_handle', 'IMAGE', handle)).toMatchObject(refusal);
    });

    it('is refused in another type, length or session, and after the session has expired', async () => {
      expect(await begin('image/webp')).toMatchObject(refusal);
      expect(await begin('image/png', 0)).toMatchObject(refusal);
      expect(await begin('image/png').then(({ body }) => send(body.id, png.slice(1)))).toMatchObject(refusal);
      const tooLarge = new Uint8Array(5 * 1024 * 1024 + 1);
      tooLarge.set(png);
      const { body } = await begin('image/png', tooLarge.length);
      expect(await send(body.id, tooLarge)).toMatchObject(refusal);
      const session = (await begin()).body.id;
      expect(await send(String(session).replace(/sig=.*/, 'sig=x'))).toMatchObject(refusal);
      expect(await meta.call('POST', String(session), { token, json: {} })).toMatchObject(refusal);
      meta.clock.now += DAY_MS + 1;
      expect(await send(session)).toMatchObject(refusal);
    });
  });

  it('several ids are deleted all or none', async () => {
    const id = await createApproved('one_of_two');
    const remove = (ids: readonly string[]) =>
      meta.call('DELETE', `${WABA}/message_templates?hsm_ids=${JSON.stringify(ids)}`, { token });
    expect((await remove([id, '1'])).status).toBe(400);
    expect(await templates('?name=one_of_two')).toHaveLength(1);
    expect((await remove([id])).body).toEqual({ success: true });
    expect(await templates('?name=one_of_two')).toEqual([]);
  });
});
