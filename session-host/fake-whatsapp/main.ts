import { silenceLibsignal } from '../silence-libsignal.ts';
import { startFakeWhatsapp } from './start.ts';

silenceLibsignal();
const fake = await startFakeWhatsapp(process.env.DATA_DIR ?? '.data', Number(process.env.PORT ?? 0));
process.stdout.write(`${JSON.stringify({ port: fake.port })}\n`);

const stop = () => {
  void fake.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
