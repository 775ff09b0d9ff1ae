import type { JSX } from 'preact';
import { Button } from '../../../design/controls/button.tsx';
import { UserText } from '../../../design/text/user-text.tsx';
import type { Upload } from './uploads.ts';

/** A file on its way, or the reason why there is no photo of it. */
export function UploadItem({
  upload: { name, sent, mistake },
  onDismiss,
}: {
  readonly upload: Upload;
  readonly onDismiss: () => void;
}): JSX.Element {
  if (mistake !== undefined)
    return (
      <li class="photo-upload">
        <p class="field-error" role="alert">
          <UserText>{name}</UserText>: {mistake}
        </p>
        <Button kind="quiet" size="s" icon="close" label={`Dismiss ${name}`} onClick={onDismiss} />
      </li>
    );
  return (
    <li class="photo-upload">
      <p class="small">
        <UserText>{name}</UserText> <span class="quiet">{sent < 1 ? 'is being sent' : 'is being made smaller'}</span>
      </p>
      <progress aria-label={`Upload of ${name}`} max={1} {...(sent < 1 && { value: sent })} />
    </li>
  );
}
