import { IconButton } from '../../../design/controls/icon-button.tsx';
import { UserText } from '../../../design/text/user-text.tsx';
import { dismiss, sendAgain, type Upload } from './uploads.ts';

/** A file on its way, or the reason why there is no photo of it. */
export function UploadItem({ upload }: { readonly upload: Upload }) {
  const { id, sent, mistake, isToRepeat } = upload;
  const { name } = upload.file;
  if (mistake !== undefined)
    return (
      <li class="photo-upload frame stack tight">
        <p class="field-error" role="alert">
          <UserText>{name}</UserText>: {mistake}
        </p>
        <span class="row">
          {isToRepeat === true && (
            <IconButton icon="refresh" label={`Send ${name} again`} onClick={() => sendAgain(upload)} />
          )}
          <IconButton icon="close" label={`Dismiss ${name}`} onClick={() => dismiss(id)} />
        </span>
      </li>
    );
  return (
    <li class="photo-upload frame stack tight">
      <p class="small">
        <UserText>{name}</UserText> <span class="quiet">{sent < 1 ? 'is being sent' : 'is being made smaller'}</span>
      </p>
      <progress aria-label={`Upload of ${name}`} max={1} {...(sent < 1 && { value: sent })} />
    </li>
  );
}
