import type { ComponentChildren, JSX } from 'preact';

interface FormProps {
  /** For a button outside of it: `<Button type="submit" form={id}>`. */
  readonly id?: string;
  /** Its fields say themselves what is wrong; where one does, it gets the focus after this. */
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

/** Fields under each other, which are sent with Enter too. */
export const Form = ({ id, onSubmit, children }: FormProps): JSX.Element => (
  <form
    {...(id !== undefined && { id })}
    class="stack"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
      const form = event.currentTarget;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    }}
  >
    {children}
  </form>
);
