import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { getObject, headObject } from '@prosa/functions/platform/blob/blob.ts';
import { isValidMediaLink } from '@prosa/functions/platform/blob/media-link.ts';
import { mediaKey } from '@prosa/functions/platform/secrets.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { sessionUserSchema } from '@prosa/shared/contracts/auth.ts';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { PICTURE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { HTML, PDF, PNG, SVG } from '../factories/files.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let ours: TestCompany;
let theirs: TestCompany;
let bia: TestUser;
beforeAll(async () => {
  ours = await makeCompany();
  theirs = await makeCompany();
  bia = await ours.addUser();
});

const formWith = (
  bytes: Uint8Array,
  type = 'image/png',
  name = 'eu.png',
  fields: Record<string, string> = {},
) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('profileImage', new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
};
const give = (id: number, token: string, form = formWith(PNG)) =>
  call(users, { to: `POST /users/${id}/media-upload`, token, form });
const take = (id: number, token: string) => call(users, { to: `DELETE /users/${id}/media-upload`, token });
const keyOf = async (id: number, company = ours): Promise<string> =>
  (await company.table.get(User, { id }, { consistent: true }))?.profileImage ?? '';
const linkOf = (answer: Answer): string => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return userRoutes.setPicture.response.parse(answer.body).user.profileImage;
};
const refusal = (answer: Answer): [number, string] => [
  answer.status,
  z.object({ error: z.string() }).parse(answer.body).error,
];

describe("a user's picture", () => {
  it('the user uploads it, and every colleague sees it by a link signed with the company’s key', async () => {
    const link = linkOf(
      await give(
        bia.id,
        bia.token,
        formWith(PNG, 'image/png', 'eu.png', { userId: String(bia.id), typeArch: 'user' }),
      ),
    );
    const key = await keyOf(bia.id);
    expect(key).toMatch(new RegExp(`^t/${ours.id}/[0-9a-f-]{36}$`));
    const url = new URL(link, 'http://localhost');
    expect(url.pathname).toBe(`/media/${key}`);
    const { e = '', s = '' } = Object.fromEntries(url.searchParams);
    expect(isValidMediaLink(await mediaKey(), key, e, s, Date.now())).toBe(true);
    expect(await headObject(key)).toMatchObject({ mimeType: 'image/png' });
    expect(Buffer.from((await getObject(key)) ?? [])).toEqual(PNG);

    const me = sessionUserSchema.parse((await call(auth, { to: 'GET /auth/me', token: bia.token })).body);
    expect(me.profileImage).toMatch(`/media/${key}?`);
    const colleagues = userRoutes.listBrief.response.parse(
      (await call(users, { to: 'GET /users/list', token: bia.token })).body,
    );
    expect(colleagues.find(({ id }) => id === bia.id)?.profileImage).toMatch(`/media/${key}?`);
    expect(colleagues.find(({ id }) => id === ours.admin.id)?.profileImage).toBe('');
  });

  it('an administrator replaces and removes it, together with its file', async () => {
    const davi = await ours.addUser();
    linkOf(await give(davi.id, davi.token));
    const first = await keyOf(davi.id);
    linkOf(await give(davi.id, ours.admin.token));
    const second = await keyOf(davi.id);
    expect(second).not.toBe(first);
    expect(await headObject(first)).toBeUndefined();
    expect(linkOf(await take(davi.id, ours.admin.token))).toBe('');
    expect(await headObject(second)).toBeUndefined();
    expect(linkOf(await take(davi.id, davi.token))).toBe('');
  });

  it('two simultaneous uploads leave one file, and a removed user leaves none', async () => {
    const eva = await ours.addUser();
    const links = (await Promise.all([give(eva.id, eva.token), give(eva.id, eva.token)])).map(linkOf);
    const keys = links.map((link) => new URL(link, 'http://localhost').pathname.slice('/media/'.length));
    const kept = await keyOf(eva.id);
    expect(keys).toContain(kept);
    for (const key of keys) {
      const head = await headObject(key);
      if (key === kept) expect(head).toBeDefined();
      else expect(head).toBeUndefined();
    }
    expect((await call(users, { to: `DELETE /users/${eva.id}`, token: ours.admin.token })).status).toBe(200);
    expect(await headObject(kept)).toBeUndefined();
  });

  it("S-17, S-18: cannot be set for a colleague, another company's user, or another user than the one in the path", async () => {
    const owner = await ours.addUser({ super: true, profile: 'admin' });
    const before = await keyOf(bia.id);
    for (let step = 0; step < 3; step++) await theirs.addUser();
    const foreign = (await theirs.addUser()).id + 50;
    expect(refusal(await give(ours.admin.id, bia.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(refusal(await take(ours.admin.id, bia.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(refusal(await give(owner.id, ours.admin.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(refusal(await give(foreign, ours.admin.token))).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(refusal(await take(foreign, ours.admin.token))).toEqual([404, 'ERR_NO_USER_FOUND']);
    const other = formWith(PNG, 'image/png', 'eu.png', { userId: String(ours.admin.id) });
    expect(refusal(await give(bia.id, ours.admin.token, other))).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(await keyOf(bia.id)).toBe(before);
    expect(await headObject(before)).toBeDefined();
  });

  it.each([
    ['SVG', SVG, 'image/svg+xml', 'eu.svg', [415, 'ERR_MEDIA_TYPE']],
    ['an SVG that says it is a PNG', SVG, 'image/png', 'eu.png', [415, 'ERR_MEDIA_TYPE']],
    ['HTML', HTML, 'image/jpeg', 'eu.jpg', [415, 'ERR_MEDIA_TYPE']],
    ['a PDF', PDF, 'application/pdf', 'eu.pdf', [415, 'ERR_MEDIA_TYPE']],
    ['a picture that says it is a page', PNG, 'text/html', 'eu.html', [415, 'ERR_MEDIA_TYPE']],
    ['nothing', new Uint8Array(), 'image/png', 'eu.png', [422, 'ERR_MEDIA_EMPTY']],
    [
      'too much',
      Buffer.concat([PNG, Buffer.alloc(PICTURE_MAX_BYTES)]),
      'image/png',
      'eu.png',
      [413, 'ERR_FILESIZE_OVER_LIMIT'],
    ],
    ['far too much', Buffer.alloc(5_000_000), 'image/png', 'eu.png', [413, 'ERR_PAYLOAD_TOO_LARGE']],
  ])('S-39: %s is refused, and the previous picture stays', async (_name, bytes, type, name, wanted) => {
    const before = await keyOf(bia.id);
    expect(refusal(await give(bia.id, bia.token, formWith(bytes, type, name)))).toEqual(wanted);
    expect(await keyOf(bia.id)).toBe(before);
  });

  it('S-42: a picture too large for a phone to decode is refused', async () => {
    const huge = Buffer.from(PNG);
    huge.writeUInt32BE(8000, 16);
    huge.writeUInt32BE(5001, 20);
    expect(refusal(await give(bia.id, bia.token, formWith(huge)))).toEqual([413, 'ERR_FILESIZE_OVER_LIMIT']);
  });

  it('a form must contain exactly one file', async () => {
    const two = formWith(PNG);
    two.append('profileImage', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'b.png');
    for (const answer of [
      await give(bia.id, bia.token, two),
      await call(users, { to: `POST /users/${bia.id}/media-upload`, token: bia.token, body: {} }),
      await call(users, {
        to: `POST /users/${bia.id}/media-upload`,
        token: bia.token,
        body: { profileImage: 'https://x' },
      }),
    ])
      expect(refusal(answer)).toEqual([400, 'ERR_VALIDATION']);
  });
});
