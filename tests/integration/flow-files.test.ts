import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { loadFlowFiles } from '@prosa/functions/repositories/flows/flow-files.ts';
import { loadFlowVersion } from '@prosa/functions/repositories/flows/flow-versions.ts';
import { flowRoutes, flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { FLOW_FILES_PER_FORM } from '@prosa/shared/rules/flow-limits.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { HTML, oggOpus, PDF, PNG } from '../factories/files.ts';
import { flowLink, flowNode } from '../factories/flows.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const MB = 1024 * 1024;
const NO_FLOW = 0;
let company: TestCompany;
beforeAll(async () => {
  company = await makeCompany();
});
afterEach(() => vi.restoreAllMocks());

const ask = (to: string, body?: unknown) => call(flows, { to, token: company.admin.token, body });
interface Part {
  bytes: Uint8Array;
  type: string;
  fileName: string;
}
const png: Part = { bytes: PNG, type: 'image/png', fileName: 'vitrine.PNG' };
const ogg: Part = { bytes: oggOpus(20_000), type: 'audio/ogg', fileName: 'oi.ogg' };
const mp4 = (brand = 'isom'): Part => ({
  bytes: Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mp42`, 'latin1'),
  type: brand === 'isom' ? 'video/mp4' : 'video/quicktime',
  fileName: 'filme.mp4',
});
const padded = (part: Part, size: number): Part => ({ ...part, bytes: Buffer.concat([part.bytes], size) });
/** Uploads as the family's clients do. */
const upload = (kind: 'content' | 'audio' | 'img', parts: readonly Part[]) => {
  const form = new FormData();
  form.append('fromMe', 'true');
  for (const { bytes, type, fileName } of parts) {
    form.append('medias', new Blob([Uint8Array.from(bytes)], { type }), fileName);
    form.append('body', fileName);
  }
  return call(flows, { to: `POST /flowbuilder/${kind}`, token: company.admin.token, form });
};
const uploaded = async (...parts: Part[]): Promise<string[]> =>
  z.array(z.string()).parse((await upload('content', parts)).body);
const keyOf = async (name: string): Promise<string> => {
  const key = (await loadFlowFiles(company.table, NO_FLOW, [name])).get(name)?.key;
  if (key === undefined) throw new Error('no such file');
  return key;
};
let made = 0;
const create = async (): Promise<number> =>
  flowViewSchema.parse((await ask('POST /flowbuilder', { name: `Fluxo ${++made}` })).body).id;
const graphOf = (...names: string[]) => ({
  nodes: [flowNode('1', 'start'), ...names.map((url, index) => flowNode(`f${index}`, 'img', { url }))],
  connections: names.map((_name, index) => flowLink(index === 0 ? '1' : `f${index - 1}`, `f${index}`)),
});
const save = async (idFlow: number, names: string[], publish = true): Promise<void> => {
  const answer = await ask('POST /flowbuilder/flow', { idFlow, ...graphOf(...names), publish });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const timerOf = (kind: string, subject: string) =>
  company.table.get(Timer, { kind, subject }, { consistent: true });
/** Fires a timer at its due time. */
const fire = async (kind: string, subject: string): Promise<void> => {
  const timer = await timerOf(kind, subject);
  if (timer === undefined) throw new Error(`no timer ${kind} ${subject}`);
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
  expect(await fireTimers({ companyId: company.id, kind, subject, token: timer.token })).toEqual([]);
  vi.restoreAllMocks();
};
const remove = async (id: number): Promise<void> => {
  expect((await ask(`DELETE /flowbuilder/${id}`)).status).toBe(200);
  await fire('flow-removal', String(id));
};
const isStored = async (key: string): Promise<boolean> => (await headObject(key)) !== undefined;

describe('files of flows', () => {
  it('are stored in the order of the form, and answered with names', async () => {
    const names = await uploaded(png, ogg, mp4());
    expect(names.map((name) => name.slice(name.lastIndexOf('.')))).toEqual(['.png', '.ogg', '.mp4']);
    const rows = await loadFlowFiles(company.table, NO_FLOW, names);
    expect(names.map((name) => rows.get(name)?.mimeType)).toEqual([
      'image/png',
      'audio/ogg; codecs=opus',
      'video/mp4',
    ]);
    for (const name of names) expect(await isStored(await keyOf(name))).toBe(true);
    for (const [kind, part] of [
      ['img', png],
      ['audio', ogg],
    ] as const)
      expect(await upload(kind, [part])).toMatchObject({ status: 200, body: { name: expect.any(String) } });
  });

  it('S-39 S-41: are refused by type and size, and nothing of the form is stored', async () => {
    for (const [part, status] of [
      [padded(png, 2 * MB + 1), 413],
      [padded(ogg, 5 * MB + 1), 413],
      [mp4('qt  '), 415],
      [{ bytes: PDF, type: 'application/pdf', fileName: 'a.pdf' }, 415],
      [{ bytes: HTML, type: 'text/html', fileName: 'a.html' }, 415],
      [{ bytes: HTML, type: 'image/png', fileName: 'a.png' }, 415],
      [{ bytes: new Uint8Array(), type: 'image/png', fileName: 'a.png' }, 422],
    ] as const)
      expect((await upload('content', [png, part])).status, part.fileName).toBe(status);
    expect((await upload('content', [])).status).toBe(400);
    const many = Array.from({ length: FLOW_FILES_PER_FORM + 1 }, () => png);
    expect((await upload('content', many)).status).toBe(400);
    expect((await upload('img', [ogg])).status).toBe(415);
    expect((await upload('audio', [png])).status).toBe(415);
    expect((await upload('audio', [ogg, ogg])).status).toBe(400);
    expect((await upload('img', [padded(png, 2 * MB)])).status).toBe(200);
  });

  it('may be an earlier upload, once', async () => {
    const body = { fileName: 'filme.mp4', mimeType: 'video/mp4', size: mp4().bytes.byteLength };
    const answer = await call(media, { to: 'POST /media/uploads', token: company.admin.token, body });
    const { key: mediaKey } = mediaRoutes.createUpload.response.parse(answer.body);
    await putObject(mediaKey, mp4().bytes, 'video/mp4');
    const use = () => ask('POST /flowbuilder/content', { mediaKey });
    expect(await use()).toMatchObject({ status: 200, body: [expect.stringMatching(/\.mp4$/)] });
    expect((await use()).status).toBe(422);
  });

  it('S-41: an upload beyond the limit is refused after its size is read', async () => {
    const body = { fileName: 'a.ogg', mimeType: 'audio/ogg', size: 6 * MB };
    const answer = await call(media, { to: 'POST /media/uploads', token: company.admin.token, body });
    const { key: mediaKey } = mediaRoutes.createUpload.response.parse(answer.body);
    await putObject(mediaKey, oggOpus(6 * MB), 'audio/ogg');
    expect(await ask('POST /flowbuilder/content', { mediaKey })).toMatchObject({
      status: 413,
      body: { details: { maxBytes: 5 * MB } },
    });
  });

  it('are shown with the graph, and part of what is published', async () => {
    const id = await create();
    const [name = ''] = await uploaded(png);
    await save(id, [name]);
    const { flow } = flowRoutes.getGraph.response.parse((await ask(`GET /flowbuilder/flow/${id}`)).body);
    expect(flow.files).toEqual([
      {
        name,
        path: expect.stringMatching(/^\/media\//),
        mediaType: 'image/png',
        fileName: 'vitrine.PNG',
        size: PNG.byteLength,
      },
    ]);
    const key = await keyOf(name);
    expect((await loadFlowVersion(company.table, id, 1))?.files).toEqual({
      [name]: { key, fileName: 'vitrine.PNG', mimeType: 'image/png', size: PNG.byteLength },
    });
  });

  it('are removed after a day if no flow uses them', async () => {
    const [used = '', unused = ''] = await uploaded(png, ogg);
    await save(await create(), [used], false);
    const keys = [await keyOf(used), await keyOf(unused)] as const;
    for (const key of keys) await fire('file-removal', key);
    expect(await Promise.all(keys.map(isStored))).toEqual([true, false]);
    expect((await loadFlowFiles(company.table, NO_FLOW, [used, unused])).size).toBe(1);
  });

  it('S-44: are removed with the last flow that uses them', async () => {
    const [own = '', shared = ''] = await uploaded(png, png);
    const id = await create();
    await save(id, [own, shared]);
    const copy = flowViewSchema.parse((await ask('POST /flowbuilder/duplicate', { flowId: id })).body).id;
    await save(copy, [shared], false);
    const keys = [await keyOf(own), await keyOf(shared)] as const;
    await remove(id);
    for (const key of keys) await fire('file-removal', key);
    // The copy has used both, so it keeps both.
    expect(await Promise.all(keys.map(isStored))).toEqual([true, true]);
    await remove(copy);
    for (const key of keys) await fire('file-removal', key);
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);
    expect((await loadFlowFiles(company.table, NO_FLOW, [own, shared])).size).toBe(0);
  });

  it('S-17: of another company are not found', async () => {
    const [name = ''] = await uploaded(png);
    const other = await makeCompany();
    const { token } = other.admin;
    const flow = await call(flows, { to: 'POST /flowbuilder', token, body: { name: 'Meu' } });
    const idFlow = flowViewSchema.parse(flow.body).id;
    const body = { idFlow, ...graphOf(name) };
    expect(await call(flows, { to: 'POST /flowbuilder/flow', token, body })).toMatchObject({
      status: 422,
      body: { details: { problems: [{ code: 'no-file', nodeId: 'f0' }] } },
    });
  });
});
