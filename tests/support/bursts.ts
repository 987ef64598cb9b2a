import type { Ledger, Writer } from './stack-ledger.ts';

/** Returns the members of a new group, who write in turn. */
export const groupWriters = (groupId: string, memberNumbers: readonly string[]): Writer[] =>
  memberNumbers.map((number) => ({ number, group: { id: groupId, name: `Grupo ${groupId.slice(-3)}` } }));

/** Writes the messages `from` up to `to` of a burst into one conversation, as fast as the network accepts them. */
export const writeBurst = async (
  ledger: Ledger,
  writers: readonly Writer[],
  from: number,
  to: number,
): Promise<void> => {
  for (let index = from; index < to; index++) {
    const writer = writers[index % writers.length];
    if (writer === undefined) throw new Error('a burst without a writer');
    await ledger.write(writer, `${(writer.group?.id ?? writer.number).slice(-3)}-${index}`);
  }
};
