import Box from '@mui/material/Box';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import { useRef, useState } from 'react';
import { SwitchField } from '../../../components/switch-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSavedChoice } from '../hooks/use-save-setting.ts';
import { isOn, type OptionOf } from '../option-groups.ts';
import { TextRow } from './text-row.tsx';

interface SwitchRowProps {
  settings: CompanySettingsView;
  option: OptionOf<'flag' | 'boolean'>;
}

/** A switch that is saved when it changes. If one of its positions sends a text, that text is required first. */
export const SwitchRow = ({ settings, option }: SwitchRowProps) => {
  const { t } = useTranslation('settings');
  const { key: column } = option;
  const text = 'text' in option ? option.text : undefined;
  const textWhen = toFlag('textWhen' in option ? option.textWhen : true);
  const saved = isOn(settings, column) ? 'enabled' : 'disabled';
  const { shown, choose } = useSavedChoice(column, saved);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Switched to a position that needs a text; it is saved together with the text. */
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
        disabled={'needs' in option && !isOn(settings, option.needs)}
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
