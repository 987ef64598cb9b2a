import Box from '@mui/material/Box';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../../components/switch-field.tsx';
import { useSavedChoice } from '../hooks/use-save-setting.ts';
import { isOn, type SwitchOption } from '../option-groups.ts';
import { TextRow } from './text-row.tsx';

interface SwitchRowProps extends Omit<SwitchOption, 'kind'> {
  settings: CompanySettingsView;
}

/** A switch that is saved as it is turned. Where one of its positions sends a text, that is asked for first. */
export const SwitchRow = ({ settings, column, text, textWhen = 'enabled', needs }: SwitchRowProps) => {
  const { t } = useTranslation('settings');
  const saved = isOn(settings, column) ? 'enabled' : 'disabled';
  const { shown, choose } = useSavedChoice(column, saved);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Turned, and there as soon as its text is. */
  const [awaitsText, setAwaitsText] = useState(false);
  const position = awaitsText ? textWhen : shown;
  const turn = (on: boolean) => {
    const to = on ? 'enabled' : 'disabled';
    const lacksText = to === textWhen && text !== undefined && settings[text].trim() === '';
    setAwaitsText(lacksText);
    if (lacksText) field.current?.focus();
    else if (to !== shown) choose(to);
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <SwitchField
        label={t(`option.${column}.label`)}
        help={t(`option.${column}.help`)}
        checked={position === 'enabled'}
        disabled={needs !== undefined && !isOn(settings, needs)}
        onChange={turn}
      />
      {text !== undefined && (
        <TextRow
          column={text}
          saved={settings[text]}
          required={saved === textWhen || awaitsText}
          awaited={awaitsText}
          field={field}
          onSaved={() => {
            if (!awaitsText) return;
            setAwaitsText(false);
            choose(textWhen);
          }}
        />
      )}
    </Box>
  );
};
