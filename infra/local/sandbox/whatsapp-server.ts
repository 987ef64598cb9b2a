import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { repositoryRoot } from '../repository-root.ts';

const readySchema = z.object({ port: z.int().positive() });
const RESTART_MS = 200;

export interface WhatsappServer {
  /** `http://127.0.0.1:<port>`: media servers and control API. */
  origin: string;
  /** Value of the session host's WHATSAPP_WS_URL. */
  socketUrl: string;
  pid: number | undefined;
  close(): Promise<void>;
}

/** Starts the network in its own process and waits for its port. */
const launch = async (dataDir: string, port: number): Promise<{ child: ChildProcess; port: number }> => {
  const child = spawn(process.execPath, [join(repositoryRoot, 'session-host/fake-whatsapp/main.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), NODE_NO_WARNINGS: '1' },
    // The channel closes with this process, however it ends, and the network ends with it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('the fake WhatsApp network has no output');
  const [line] = await Promise.race([
    once(createInterface({ input: stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the fake WhatsApp network did not start'))),
  ]);
  stdout.resume();
  return { child, port: readySchema.parse(JSON.parse(String(line))).port };
};

/** The fake WhatsApp network, kept running on one loopback port; its data survives restarts. */
export const startWhatsappServer = async (dataDir: string): Promise<WhatsappServer> => {
  let closing = false;
  let { child, port } = await launch(dataDir, 0);
  const watch = (watched: ChildProcess): void => {
    watched.once('exit', () => {
      if (!closing) setTimeout(() => void relaunch(), RESTART_MS);
    });
  };
  const relaunch = async (): Promise<void> => {
    if (closing) return;
    try {
      ({ child } = await launch(dataDir, port));
      watch(child);
    } catch {
      // The port may still be in the system's hands for a moment.
      setTimeout(() => void relaunch(), RESTART_MS);
    }
  };
  watch(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}/ws/chat/{companyId}/{connectionId}`,
    get pid() {
      return child.pid;
    },
    close: async () => {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
