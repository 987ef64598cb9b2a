import MenuItem from '@mui/material/MenuItem';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useIsPhone } from '../lib/screen/use-is-phone.ts';
import { SelectField } from './select-field.tsx';

interface DialogSectionsProps<S extends string> {
  /** Names the choice for screen readers, and above the select. */
  label: string;
  sections: readonly { id: S; label: string }[];
  shown: S;
  onChoose: (section: S) => void;
}

/** The parts of a long dialog as tabs; on phones as a select, because there is no room for so many tabs. */
export const DialogSections = <S extends string>({
  label,
  sections,
  shown,
  onChoose,
}: DialogSectionsProps<S>) => {
  const phone = useIsPhone();
  const choose = (value: unknown) => {
    const section = sections.find(({ id }) => id === value);
    if (section !== undefined) onChoose(section.id);
  };
  if (phone)
    return (
      <SelectField label={label} value={shown} onChange={(event) => choose(event.target.value)}>
        {sections.map((section) => (
          <MenuItem key={section.id} value={section.id}>
            {section.label}
          </MenuItem>
        ))}
      </SelectField>
    );
  return (
    <Tabs value={shown} onChange={(_event, value) => choose(value)} variant="scrollable" aria-label={label}>
      {sections.map((section) => (
        <Tab key={section.id} value={section.id} label={section.label} />
      ))}
    </Tabs>
  );
};
