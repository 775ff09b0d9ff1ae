import type { ComponentChildren } from 'preact';

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
