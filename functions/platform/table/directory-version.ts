import { systemClock, toInstant } from '../clock.ts';
import type { WriteItem } from './commit.ts';
import type { Key } from './define-entity.ts';
import { DirectoryVersion } from './entities/companies.ts';
import { keys } from './keys.ts';

const { pk, sk } = keys.directoryVersion();
const DIRECTORY_PARTITION = new RegExp(`^C#(\\d+)#${pk}$`);

/** Whether a write changes a company's directory. Determined by its key, so that no caller can forget to declare it. */
export const isDirectoryKey = (key: Key): boolean => DIRECTORY_PARTITION.test(key.pk);

const raiseVersion = (partition: string, check: WriteItem | undefined): WriteItem => ({
  op: 'update',
  entity: DirectoryVersion.name,
  key: { pk: partition, sk },
  ...(check?.condition === undefined ? {} : { condition: check.condition }),
  update: {
    expression:
      'SET #entity = :entity, #schema = :schema, version = if_not_exists(version, :zero) + :one, rowUpdatedAt = :now, rowCreatedAt = if_not_exists(rowCreatedAt, :now), companyId = :company',
    names: { '#entity': '_e', '#schema': '_s' },
    values: {
      ':entity': DirectoryVersion.name,
      ':schema': DirectoryVersion.schemaVersion,
      ':zero': 0,
      ':one': 1,
      ':now': toInstant(systemClock.now()),
      ':company': Number(DIRECTORY_PARTITION.exec(partition)?.[1]),
    },
  },
});

const isVersionCheck = ({ op, key }: WriteItem): boolean =>
  op === 'check' && key.sk === sk && isDirectoryKey(key);

/**
 * Returns the writes of a transaction and, if some of them change a directory, the write that raises its version. A check
 * of that version becomes the condition of the write, because a transaction may name an item only once.
 */
export const withDirectoryVersion = (items: readonly WriteItem[]): readonly WriteItem[] => {
  const changed = new Set(
    items.filter(({ op, key }) => op !== 'check' && isDirectoryKey(key)).map(({ key }) => key.pk),
  );
  if (changed.size === 0) return items;
  const isRaised = (item: WriteItem) => isVersionCheck(item) && changed.has(item.key.pk);
  const checkOf = (partition: string) => items.find((item) => isRaised(item) && item.key.pk === partition);
  return [
    ...items.filter((item) => !isRaised(item)),
    ...[...changed].map((partition) => raiseVersion(partition, checkOf(partition))),
  ];
};
