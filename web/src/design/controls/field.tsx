import './control.css';
import './field.css';
import type { ComponentChildren, ComponentProps, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { words } from '../../words.ts';
import { directionOf } from './direction.ts';

interface FieldProps {
  readonly label: string;
  /** BCP 47, if it is not the page's. */
  readonly labelLang?: string | undefined;
  readonly hint?: ComponentChildren;
  /** What is wrong, and how to correct it. */
  readonly error?: string | undefined;
  readonly isOptional?: boolean | undefined;
  /** Shows the label to screen readers only. */
  readonly isLabelHidden?: boolean | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly class: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
}

/** A label, a control, and its hint or error. `children` gets the attributes that connect the control with them. */
export function Field({
  label,
  labelLang,
  hint,
  error,
  isOptional = false,
  isLabelHidden = false,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ComponentChildren }) {
  const id = useId();
  // An error replaces the hint.
  const note = error ?? hint;
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : 'field-label'}>
        <bdi lang={labelLang}>{label}</bdi>
        {isOptional && <span class="field-optional"> {words().kit.optional}</span>}
      </label>
      {children({
        id,
        class: 'control',
        ...(note !== undefined && { 'aria-describedby': `${id}-note` }),
        ...(error !== undefined && { 'aria-invalid': 'true' }),
      })}
      {note !== undefined && (
        <p class={error === undefined ? 'field-hint' : 'field-error'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface ValueProps extends FieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

type Native<Element extends keyof JSX.IntrinsicElements> = Omit<
  JSX.IntrinsicElements[Element],
  'value' | 'label' | 'onInput' | 'class' | 'id' | 'ref'
>;

/** What a field shows around its control, and the attributes of the control. */
const parted = <Props extends ValueProps>(props: Props) => {
  const { label, labelLang, hint, error, isOptional, isLabelHidden, onValue, ...native } = props;
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => onValue(event.currentTarget.value);
  return { field: { label, labelLang, hint, error, isOptional, isLabelHidden }, native: { ...native, onInput } };
};

export function TextField(props: ValueProps & Native<'input'>) {
  const { field, native } = parted(props);
  return (
    <Field {...field}>
      {(control) => <input type="text" dir={directionOf(native.value)} {...native} {...control} />}
    </Field>
  );
}

export function TextArea(props: ValueProps & Native<'textarea'>) {
  const { field, native } = parted(props);
  return (
    <Field {...field}>
      {(control) => <textarea dir={directionOf(native.value)} rows={4} {...native} {...control} />}
    </Field>
  );
}

interface SelectProps extends ValueProps {
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string | undefined }[];
}

export function Select({ options, ...props }: SelectProps & Native<'select'>) {
  const { field, native } = parted(props);
  return (
    <Field {...field}>
      {(control) => (
        <select {...native} {...control} class="control control-select">
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang} dir="auto">
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChecked: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function Checkbox({ label, hint, isChecked, onChecked, isDisabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChecked(currentTarget.checked)}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
      />
      <span>
        {label}
        {hint !== undefined && (
          <span class="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

interface FormProps {
  /** For a button outside of the form: `<Button type="submit" form={id}>`. */
  readonly id?: string;
  /** If a field shows an error after this call, it gets the focus. */
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

export const Form = ({ id, onSubmit, children }: FormProps) => (
  <form
    {...(id !== undefined && { id })}
    class="stack"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
      const form = event.currentTarget;
      requestAnimationFrame(() => {
        const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]');
        wrong?.focus();
        // With what is wrong, which is below.
        wrong?.parentElement?.scrollIntoView({ block: 'nearest' });
      });
    }}
  >
    {children}
  </form>
);

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string };

/** An address, which nobody else fills in unless `autoComplete` says so. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    label="Email"
    type="email"
    autoComplete="off"
    autoCapitalize="none"
    spellcheck={false}
    maxLength={254}
    {...props}
  />
);
