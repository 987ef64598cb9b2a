import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadFile } from './upload-file.ts';

const FORM = { key: 'uploads/1/a', url: 'https://bucket.test/', fields: { policy: 'p' }, expiresInS: 300 };
const photo = new File(['12345678'], 'a.png', { type: 'image/png' });

class FakeRequest {
  static last: FakeRequest;
  status = 204;
  upload: {
    onprogress: ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null;
  } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  address = '';
  sent: FormData | null = null;

  constructor() {
    FakeRequest.last = this;
  }

  open(_method: string, address: string) {
    this.address = address;
  }

  send(form: FormData) {
    this.sent = form;
  }

  abort() {
    this.onabort?.();
    this.onloadend?.();
  }

  end(status: number) {
    this.status = status;
    this.onload?.();
    this.onloadend?.();
  }
}

const asked = vi.fn();
const begin = async (signal: AbortSignal, onProgress: (share: number) => void = () => undefined) => {
  const upload = uploadFile(photo, signal, onProgress);
  // Some uploads are expected to fail before the test awaits them.
  upload.catch(() => undefined);
  await vi.waitFor(() => expect(FakeRequest.last.sent).not.toBeNull(), { timeout: 10_000, interval: 5 });
  return { upload, request: FakeRequest.last };
};

beforeEach(() => {
  FakeRequest.last = new FakeRequest();
  asked.mockReset().mockImplementation(async () => Response.json(FORM));
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

describe('uploadFile', () => {
  it("posts the bucket's form with the file last, reports progress and returns the key", async () => {
    const shares: number[] = [];
    const { upload, request } = await begin(new AbortController().signal, (share) => shares.push(share));
    expect(request.address).toBe(FORM.url);
    expect([...(request.sent ?? [])].map(([name]) => name)).toEqual(['policy', 'file']);
    request.upload.onprogress?.({ lengthComputable: true, loaded: 2, total: 8 });
    request.upload.onprogress?.({ lengthComputable: false, loaded: 0, total: 0 });
    request.end(204);
    await expect(upload).resolves.toBe(FORM.key);
    expect(shares).toEqual([0.25, 0]);
    expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({
      fileName: 'a.png',
      mimeType: 'image/png',
      size: 8,
    });
  });

  it('rejects with an AbortError when cancelled during the upload, and before the form arrived', async () => {
    const under = new AbortController();
    const { upload } = await begin(under.signal);
    under.abort();
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });

    const before = new AbortController();
    asked.mockImplementation(async () => {
      before.abort();
      return Response.json(FORM);
    });
    await expect(uploadFile(photo, before.signal, () => undefined)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('distinguishes a refusal of the bucket from a lost network', async () => {
    const refused = await begin(new AbortController().signal);
    refused.request.end(403);
    await expect(refused.upload).rejects.toMatchObject({ code: 'ERR_MEDIA_TYPE', status: 403 });
    FakeRequest.last = new FakeRequest();
    const lost = await begin(new AbortController().signal);
    lost.request.onerror?.();
    await expect(lost.upload).rejects.toMatchObject({ code: 'ERR_NETWORK' });
  });
});
