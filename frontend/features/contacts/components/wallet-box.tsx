import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { OWNERS_PER_CONTACT } from '@prosa/shared/entities/contact.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { call } from '../../../lib/api/api-client.ts';
import { useUnsaved } from '../../../lib/screen/use-unsaved.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { putContact } from '../put-contact.ts';

type Owner = ContactView['wallets'][number];

/** The contact's wallet: its assigned users. The contact's new tickets wait for the first of them who has a queue. */
export const WalletBox = ({ contact: { id, wallets } }: { contact: ContactView }) => {
  const { t } = useTranslation('contacts');
  const texts = useChoiceTexts();
  const { data: colleagues = [] } = useQuery(colleagueList);
  const save = useMutation({
    scope: { id: `${contactRoutes.setWallets.id} ${id}` },
    mutationFn: (chosen: readonly Owner[]) =>
      call(contactRoutes.setWallets, { params: { id }, body: { wallets: chosen.map((owner) => owner.id) } }),
    onSuccess: putContact,
  });
  const { shown, choose } = useUnsaved(wallets);
  const options: Owner[] = colleagues;
  return (
    <Autocomplete<Owner, true>
      multiple
      size="small"
      options={options}
      value={shown}
      filterSelectedOptions
      {...texts}
      getOptionLabel={({ name }) => name}
      getOptionKey={(owner) => owner.id}
      getOptionDisabled={() => shown.length >= OWNERS_PER_CONTACT}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onChange={(_event, chosen) => choose(chosen, (done) => save.mutate(chosen, { onSettled: done }))}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('wallets')}
          placeholder={shown.length === 0 ? t('walletsPlaceholder') : ''}
        />
      )}
    />
  );
};
