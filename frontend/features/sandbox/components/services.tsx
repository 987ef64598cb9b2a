import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SelectField } from '../../../components/select-field.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { BEHAVIOURS, type SandboxService, type SandboxServices, setBehaviour } from '../sandbox-api.ts';
import { CopiedValue } from './copied-value.tsx';

export const SERVICES_KEY = ['sandbox.services'];

const Service = ({ service, slowS }: { service: SandboxService; slowS: number }) => {
  const { t } = useTranslation('sandbox');
  const queries = useQueryClient();
  const { name, values } = service;
  const title = t(`services.name.${name}`);
  const choose = useMutation({
    mutationFn: (behaviour: SandboxService['behaviour']) => setBehaviour(name, behaviour),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SERVICES_KEY });
      notifySuccess(t('services.applied', { name: title }));
    },
  });
  // The choice is shown at once, and what the server says when the request has ended.
  const behaviour = choose.isPending ? choose.variables : service.behaviour;
  return (
    <Box component="section" aria-label={title} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`services.use.${name}`)}
      </Typography>
      {values.map(({ field, value }) => (
        <CopiedValue key={field} of={title} what={t(`services.field.${field}`)} value={value} />
      ))}
      <SelectField
        size="small"
        label={t('services.behaviour')}
        value={behaviour}
        disabled={choose.isPending}
        onChange={({ target }) => {
          const chosen = BEHAVIOURS.find((one) => one === target.value);
          if (chosen !== undefined) choose.mutate(chosen);
        }}
      >
        {BEHAVIOURS.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`services.${one}`, { seconds: slowS })}
          </MenuItem>
        ))}
      </SelectField>
    </Box>
  );
};

/** The fake services that integrations and assistants call, with the values for their forms. Closed like the accounts at Meta. */
export const Services = ({ slowS, services }: SandboxServices) => {
  const { t } = useTranslation('sandbox');
  return (
    <Box component="details" sx={{ '&[open] > * + *': { marginTop: 4 } }}>
      <Box component="summary" sx={{ cursor: 'pointer', typography: 'h3' }}>
        {t('services.title')}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('services.hint')}
      </Typography>
      {services.map((service) => (
        <Service key={service.name} service={service} slowS={slowS} />
      ))}
    </Box>
  );
};
