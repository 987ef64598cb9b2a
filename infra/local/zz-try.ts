import { startStack } from './stack.ts';
const stack = await startStack({ seed: 'none', whatsapp: 'sandbox', dataDir: '/tmp/try-data' });
console.log(stack.url);
const { openTable } = await import('@prosa/functions/platform/table/table.ts');
const { commit } = await import('@prosa/functions/platform/table/commit.ts');
const e = await import('@prosa/functions/platform/table/entities.ts');
const { sendMessages } = await import('@prosa/functions/platform/queue/send-messages.ts');
const t = openTable(2);
await commit([t.put(e.Company, { companyId: 2, name: 'Demo', planId: 1, dueDate: '2030-01-01T00:00:00.000Z' }, 'any')]).catch((x) => console.log('co', x.message));
await commit([t.put(e.CompanySettings, { companyId: 2 }, 'any')]).catch((x) => console.log('set', x.message));
await commit([t.put(e.Connection, { companyId: 2, id: 1, name: 'Demo', channel: 'whatsapp' }, 'any')]).catch((x) => console.log('conn', x.message));
const cmd = (body: object, g = '2:1') => sendMessages('session-commands-0', true, [{ id: Math.random().toString(36), groupId: g, body: JSON.stringify({ v: 1, companyId: 2, connectionId: 1, ...body }) }]);
await cmd({ type: 'start', fresh: false });
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const call = async (path: string, body?: object) => { const r = await fetch(stack.url + path, body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}); return [r.status, await r.text()]; };
for (let i = 0; i < 30; i++) { await sleep(200); const [, text] = await call('/sandbox/connections'); const s = JSON.parse(String(text)); if (s[0]?.status === 'qrcode') { console.log(await call('/sandbox/scan', { connectionId: 1 })); } if (s[0]?.status === 'CONNECTED') break; }
console.log(await call('/sandbox/connections'));
console.log(await call('/sandbox/messages', { channel: 'whatsapp', from: '5511912345678', name: 'Zé', text: 'oi' }));
await sleep(1500);
await cmd({ type: 'send', to: [{ kind: 'phone', value: '5511912345678' }], messageId: 'x', attempt: 1, providerMessageId: '3EB0' + Date.now(), content: { kind: 'text', text: 'olá!' } }, '2:1:1');
await sleep(1000);
console.log(await call('/sandbox/messages?contact=5511912345678'));
console.log(await (await fetch(stack.endpoints.control + '/health')).text());
const stats = () => stack.stats();
console.log(stats());
if (process.argv[2] === 'bench') {
  const N = 200;
  const { execFileSync } = await import('node:child_process');
  const fakePid = Number(String(execFileSync('pgrep', ['-f', 'fake-whatsapp/main.ts'])).trim().split('\n')[0]);
  const { processUsage } = await import('./processes.ts');
  const all = () => ({ ...Object.fromEntries(Object.entries(stats()).map(([k, v]) => [k, v.cpuMs])), fake: processUsage(fakePid)?.cpuMs ?? 0 });
  for (const phase of ['warm', 'in', 'out']) {
    const before = all(); const t0 = performance.now();
    if (phase !== 'out') for (let i = 0; i < N; i++) { await call('/sandbox/messages', { channel: 'whatsapp', from: '55119' + (10000000 + (i % 20)), name: 'Zé', text: 'oi ' + i }); await sleep(20); }
    else for (let i = 0; i < N; i++) { await cmd({ type: 'send', to: [{ kind: 'phone', value: '55119' + (10000000 + (i % 20)) }], messageId: 'x' + i, attempt: 1, providerMessageId: '3EB0' + Date.now() + i, content: { kind: 'text', text: 'olá!' } }, '2:1:' + (i % 20)); await sleep(20); }
    await sleep(1500);
    const after = all();
    console.log(phase, Math.round(performance.now() - t0), Object.fromEntries(Object.keys(after).map((k) => [k, ((after as Record<string, number>)[k]! - (before as Record<string, number>)[k]!) / N])));
  }
  console.log(Object.fromEntries(Object.entries(stats()).map(([k, v]) => [k, Math.round(v.rssBytes / 1e6)])), Math.round((processUsage(fakePid)?.rssBytes ?? 0) / 1e6));
}
await stack.stop();
process.exit(0);
