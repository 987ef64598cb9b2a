import MyLocationRounded from '@mui/icons-material/MyLocationRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { messageRoutes, placeInput } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { FormText } from '../../../../components/form-fields.tsx';
import { call } from '../../../../lib/api/api-client.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { putMessages } from '../../apply-message-event.ts';
import { useClientId, useSendFailure } from '../../hooks/use-sending.ts';

/** Indoors, finding the position may take this long. */
const POSITION_TIMEOUT_MS = 15_000;
const PERMISSION_DENIED = 1;
/** Rounds degrees to about a metre. */
const PLACES = 1e5;

const round = (degrees: number): number => Math.round(degrees * PLACES) / PLACES;

/** Fills in the position that the browser reports. */
const OwnPosition = () => {
  const { t } = useTranslation('messages');
  const { setValue } = useFormContext<z.input<typeof placeInput>>();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<'refused' | 'unknown' | null>(null);
  const ask = () => {
    setAsking(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        const options = { shouldDirty: true, shouldValidate: true };
        setValue('latitude', round(coords.latitude), options);
        setValue('longitude', round(coords.longitude), options);
      },
      ({ code }) => {
        setAsking(false);
        setProblem(code === PERMISSION_DENIED ? 'refused' : 'unknown');
      },
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS },
    );
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-start' }}>
      <Button variant="outlined" startIcon={<MyLocationRounded />} loading={isAsking} autoFocus onClick={ask}>
        {t('location.own')}
      </Button>
      {problem !== null && <Alert severity="warning">{t(`location.${problem}`)}</Alert>}
    </Box>
  );
};

/** The dialog for sending a location: the attendant's position, or any coordinates. */
const LocationDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation('messages');
  const clientIdOf = useClientId();
  const failureText = useSendFailure();
  return (
    <FormDialog
      open
      width="narrow"
      title={t('location.title')}
      schema={placeInput}
      submitLabel={t('location.send')}
      defaultValues={{ name: '', address: '' }}
      failureText={failureText}
      onClose={onClose}
      onSubmit={async (location) => {
        const body = { clientId: clientIdOf(location), location };
        const { messages } = await call(messageRoutes.send, { params: { ticketId: ticket.id }, body });
        putMessages(queryClient, messages);
        onClose();
      }}
    >
      <OwnPosition />
      <FormText name="latitude" label={t('location.latitude')} type="number" required />
      <FormText name="longitude" label={t('location.longitude')} type="number" required />
      <FormText name="name" label={t('location.name')} />
      <FormText name="address" label={t('location.address')} />
    </FormDialog>
  );
};

export default LocationDialog;
