import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { contactMergeRoutes, type MergePreview } from '@prosa/shared/contracts/contact-merges.ts';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { MERGED_TICKETS_COUNTED } from '@prosa/shared/rules/list-sizes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { TagChips } from '../../../components/tag-chips.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { invalidateSoon } from '../../../lib/api/invalidate-soon.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { putContact } from '../put-contact.ts';
import { ContactPicker, type PickableContact } from './contact-picker.tsx';

/** The details that distinguish contacts. */
const Person = ({ contact }: { contact: ContactView }) => (
  <Box sx={{ display: 'flex', gap: 3, minWidth: 0, paddingBlock: 1 }}>
    <UserAvatar name={contact.name} src={contact.urlPicture} size="small" />
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{contact.name}</Typography>
      {[formatPhone(contact.number), contact.email].map(
        (text) =>
          text !== '' && (
            <Typography
              key={text}
              variant="body2"
              sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
            >
              {text}
            </Typography>
          ),
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1 }}>
        <TagChips tags={contact.tags} />
      </Box>
    </Box>
  </Box>
);

/** The choice of the contact that remains. */
const Choice = ({
  pair,
  keptId,
  onChange,
}: {
  pair: readonly ContactView[];
  keptId: number;
  onChange: (id: number) => void;
}) => {
  const { t } = useTranslation('contacts');
  const labelId = useId();
  return (
    <Box>
      <FormLabel id={labelId}>{t('merge.keep')}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={keptId}
        onChange={(_event, value) => onChange(Number(value))}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 3, marginTop: 2 }}
      >
        {pair.map((contact) => (
          <FormControlLabel
            key={contact.id}
            value={contact.id}
            control={<Radio />}
            label={<Person contact={contact} />}
            sx={{
              alignItems: 'flex-start',
              margin: 0,
              padding: 2,
              minWidth: 0,
              border: 1,
              borderRadius: 1,
              borderColor: contact.id === keptId ? 'primary.main' : 'divider',
              bgcolor: contact.id === keptId ? 'primary.soft' : 'transparent',
              '& .MuiFormControlLabel-label': { minWidth: 0 },
            }}
          />
        ))}
      </RadioGroup>
    </Box>
  );
};

/** Returns the effects of a merge, one text each. */
const useConsequences = () => {
  const { t } = useTranslation('contacts');
  return ({ identities, tickets, closing }: MergePreview): string[] => [
    t('merge.identities', { count: identities }),
    tickets < MERGED_TICKETS_COUNTED
      ? t('merge.tickets', { count: tickets })
      : t('merge.manyTickets', { atLeast: tickets }),
    ...closing.map(({ id, status, continuesOn }) =>
      status === 'nps'
        ? t('merge.ends', { id })
        : continuesOn === null
          ? t('merge.continuesNew', { id })
          : t('merge.continues', { id, on: continuesOn }),
    ),
  ];
};

const Consequences = ({ preview }: { preview: MergePreview }) => {
  const { t } = useTranslation('contacts');
  const consequences = useConsequences()(preview);
  const { merged, changes } = preview;
  return (
    <>
      <Box>
        <Typography variant="subtitle1" component="h3">
          {t('merge.after')}
        </Typography>
        <Person contact={merged} />
        {changes.length > 0 && (
          <Typography variant="body2">
            {t('merge.filled', { fields: changes.map((field) => t(`merge.field.${field}`)).join(', ') })}
          </Typography>
        )}
        <Box component="ul" sx={{ margin: 0, marginTop: 2, paddingInlineStart: 5 }}>
          {consequences.map((text) => (
            <Typography key={text} component="li" variant="body2">
              {text}
            </Typography>
          ))}
        </Box>
      </Box>
      <Alert severity="warning">
        {t('merge.warning')}{' '}
        {merged.number !== '' && t('merge.replies', { number: formatPhone(merged.number) })}
      </Alert>
    </>
  );
};

interface MergeContactsDialogProps {
  contact: ContactView;
  onClose: () => void;
}

/** Merges two contacts of the same person after showing the effects. */
const MergeContactsDialog = ({ contact, onClose }: MergeContactsDialogProps) => {
  const { t } = useTranslation('contacts');
  const titleId = useId();
  const [picked, setPicked] = useState<PickableContact | null>(null);
  const [keptId, setKeptId] = useState(contact.id);
  const otherId = picked?.id ?? contact.id;
  const goesId = keptId === contact.id ? otherId : contact.id;
  const preview = useQuery({
    ...routeQuery(contactMergeRoutes.previewMerge, { params: { id: keptId }, query: { contactId: goesId } }),
    enabled: picked !== null,
    // Always refetched, because a message may arrive at any time.
    staleTime: 0,
    placeholderData: (last) => last,
    meta: { silent: true },
  });
  const merge = useMutation({
    mutationFn: () => call(contactMergeRoutes.merge, { params: { id: keptId }, body: { contactId: goesId } }),
    onSuccess: (saved) => {
      putContact(saved);
      invalidateSoon(contactRoutes.get);
      notifySuccess(t('merge.done'));
      onClose();
    },
  });
  const shown = picked === null ? undefined : preview.data;
  const refusal = shown?.refusal ?? null;
  const pair = shown === undefined ? [] : [shown.kept, shown.other].toSorted((a, b) => a.id - b.id);
  const isCurrent = shown?.kept.id === keptId && shown.other.id === goesId && !preview.isPlaceholderData;
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('merge.title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, paddingTop: 1 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('merge.pick', { name: contact.name })}
          </Typography>
          <ContactPicker
            label={t('merge.other')}
            value={picked}
            autoFocus
            onChange={(next) => {
              setPicked(next);
              setKeptId(contact.id);
            }}
          />
          {picked !== null && preview.isPending && <PaneSkeleton />}
          {picked !== null && preview.isError && (
            <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
          )}
          {refusal !== null && <Alert severity="error">{t(`merge.refusal.${refusal}`)}</Alert>}
          {shown !== undefined && refusal === null && (
            <>
              <Choice pair={pair} keptId={keptId} onChange={setKeptId} />
              <Consequences preview={shown} />
            </>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('merge.cancel')}</Button>
        <Button
          variant="contained"
          color="error"
          disabled={!isCurrent || refusal !== null}
          loading={merge.isPending}
          onClick={() => merge.mutate()}
        >
          {t('merge.confirm')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};

export default MergeContactsDialog;
