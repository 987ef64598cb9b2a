import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ContactView } from '@prosa/shared/contracts/contacts.ts';
import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { TAG_MIN_CHARS } from '@prosa/shared/entities/tag.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ColorChip } from '../../../components/color-chip.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { notifyWarning } from '../../../lib/screen/notify.ts';
import { randomColor } from '../../../lib/screen/random-color.ts';
import { useUnsaved } from '../../../lib/screen/use-unsaved.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { tagList } from '../../directory/tag-list.ts';
import { putContact } from '../put-contact.ts';

/** A contact's tags: selected, or created by typing a new name. */
export const TagBox = ({ contact }: { contact: ContactView }) => {
  const { t } = useTranslation('contacts');
  const texts = useChoiceTexts();
  const { data: tags = [] } = useQuery(tagList);
  // Tags being created, by name: a selection made meanwhile contains the new name again.
  const made = useRef(new Map<string, number>());
  const idOfNew = async (name: string): Promise<number> => {
    const known = made.current.get(name);
    if (known !== undefined) return known;
    const { id } = await call(tagRoutes.create, { body: { name, color: randomColor() } });
    made.current.set(name, id);
    return id;
  };
  const save = useMutation({
    scope: { id: `${tagRoutes.sync.id} ${contact.id}` },
    mutationFn: async (chosen: readonly (TagRef | string)[]) => {
      const ids: number[] = [];
      for (const tag of chosen) ids.push(typeof tag === 'string' ? await idOfNew(tag) : tag.id);
      return call(tagRoutes.sync, { body: { contactId: contact.id, tags: ids } });
    },
    onSuccess: (saved) => {
      putContact(saved);
      void queryClient.invalidateQueries({ queryKey: routeKey(tagRoutes.listBrief) });
    },
  });
  const { shown, choose } = useUnsaved<readonly (TagRef | string)[]>(contact.tags);
  const options: TagRef[] = tags;
  return (
    <Autocomplete<TagRef, true, false, true>
      multiple
      freeSolo
      size="small"
      options={options}
      value={[...shown]}
      loading={save.isPending}
      filterSelectedOptions
      {...texts}
      getOptionLabel={(tag) => (typeof tag === 'string' ? tag : tag.name)}
      isOptionEqualToValue={(a, b) => (typeof b === 'string' ? a.name === b : a.id === b.id)}
      onChange={(_event, chosen) => {
        if (chosen.some((tag) => typeof tag === 'string' && tag.trim().length < TAG_MIN_CHARS))
          notifyWarning(t('tagTooShort'));
        else choose(chosen, (done) => save.mutate(chosen, { onSettled: done }));
      }}
      renderValue={(chosen, getItemProps) =>
        chosen.map((tag, index) => {
          const { key, onDelete } = getItemProps({ index });
          const { name, color } = typeof tag === 'string' ? { name: tag, color: '' } : tag;
          return <ColorChip key={key} label={name} color={color} onDelete={onDelete} />;
        })
      }
      renderInput={(params) => <TextField {...params} label={t('tags')} placeholder={t('tagPlaceholder')} />}
    />
  );
};
