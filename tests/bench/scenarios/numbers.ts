import { SESSION_HOST } from '@prosa/infra/session-host.ts';
import { type Cost, openPairedNumbers, type Wave } from '../../support/paired-numbers.ts';
import type { Figure } from '../figure.ts';

const NUMBERS = 200;
const IDLE_MS = 60_000;
const MESSAGES_EACH = 5;
const TAKEOVER_LIMIT_MS = 45_000;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const showWave = ({ first, p50, last, hostCpu }: Wave): string =>
  `first ${seconds(first)}, p50 ${seconds(p50)}, last ${seconds(last)}, ${hostCpu.toFixed(0)} ms CPU each`;

const showCost = ({ messages, ms, host, network, table }: Cost): string =>
  `${host.toFixed(1)} ms CPU of the host (network ${network.toFixed(1)}, table ${table.toFixed(1)}), ` +
  `${((messages * 1000) / ms).toFixed(0)} a second`;

const backFigure = (where: string, wave: Wave): Figure => ({
  name: `back after a kill, on ${where}`,
  value: showWave(wave),
  target: `last ≤ ${seconds(TAKEOVER_LIMIT_MS)}`,
  met: wave.last <= TAKEOVER_LIMIT_MS,
});

/**
 * Measures 200 numbers of one session host: the cost of pairing, idling and messages, and the time to reconnect after
 * a kill.
 */
export const measureNumbers = async (): Promise<Figure[]> => {
  const numbers = await openPairedNumbers(NUMBERS);
  try {
    const paired = await numbers.pair();
    const { rssMb } = await numbers.rest();
    const idleShare = await numbers.idleShare(IDLE_MS);
    const costs = {
      'first message of a customer': await numbers.receive(1),
      'later message of a customer': await numbers.receive(MESSAGES_EACH),
      'first answer to a customer': await numbers.send(1),
      'later answer to a customer': await numbers.send(MESSAGES_EACH),
    };
    const used = await numbers.rest();
    const back = await numbers.killAndReturn('same-machine');
    const elsewhere = await numbers.killAndReturn('other-machine');
    const { rssMb: backMb } = await numbers.rest();
    const { lostInbound, lostOutbound, placeholders } = await numbers.account();
    const lost = lostInbound + lostOutbound + placeholders;
    const peakMb = Math.max(rssMb, used.rssMb, backMb);
    return [
      { name: `${NUMBERS} numbers paired at once`, value: showWave(paired) },
      {
        name: 'resident memory of the host: paired, after traffic, back',
        value: `${[rssMb, used.rssMb, backMb].map((mb) => mb.toFixed(0)).join(' / ')} MB`,
        target: `≤ ${SESSION_HOST.memoryMb} MB`,
        met: peakMb <= SESSION_HOST.memoryMb,
      },
      { name: 'processor at rest', value: `${(idleShare * 100).toFixed(1)} %` },
      ...Object.entries(costs).map(([name, cost]) => ({ name, value: showCost(cost) })),
      backFigure('the same machine', back),
      backFigure('another machine', elsewhere),
      { name: 'messages lost', value: String(lost), target: '0', met: lost === 0 },
    ];
  } finally {
    await numbers.stop();
  }
};
