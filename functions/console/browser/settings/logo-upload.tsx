import { useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useApi } from '../app/api.ts';
import { useSingleAttempt } from '../app/parts.tsx';
import { showToast } from '../app/toast.tsx';
import { isOnThisHost } from '../forms/preview.tsx';
import type { Row } from '../objects/rows.ts';

/** Uploads a logo. */

const MAX_BYTES = 100 * 1024;
const BYTES_PER_CALL = 8192;

const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (let start = 0; start < bytes.length; start += BYTES_PER_CALL)
    text += String.fromCharCode(...bytes.subarray(start, start + BYTES_PER_CALL));
  return btoa(text);
};

interface Props {
  readonly logoUrl: string | null;
  readonly onSignedOut: () => void;
  /** Called with the branding after an upload or removal. */
  readonly onChanged: (branding: Row) => void;
}

export const LogoUpload = ({ logoUrl, onSignedOut, onChanged }: Props) => {
  const { calls } = useApi();
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File): Promise<void> => {
    const isSmall = file.size <= MAX_BYTES;
    setFileProblem(isSmall ? null : 'Choose a file of at most 100 KB.');
    if (!isSmall) return;
    await attempt(async () => {
      const content = base64Of(new Uint8Array(await file.arrayBuffer()));
      onChanged(await calls.post('live', 'tenant/portal_branding/logo', { content }));
      showToast('Logo uploaded.');
    });
  };
  const remove = (): Promise<boolean> =>
    attempt(async () => {
      onChanged(await calls.post('live', 'tenant/portal_branding', { logo_url: null }));
      showToast('Logo removed.');
      // Moves the focus to the file input, because the button that had the focus is gone.
      input.current?.focus();
    });
  const shownProblem = fileProblem ?? problem;
  return (
    <div class="field">
      <label for="logo-file">Logo</label>
      {shownProblem === null ? null : <ProblemBox text={shownProblem} />}
      {logoUrl === null ? null : isOnThisHost(logoUrl) ? <img class="logo" src={logoUrl} alt="Logo" height={32} /> : <code>{logoUrl}</code>}
      <input
        id="logo-file"
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-describedby="logo-hint"
        aria-disabled={isBusy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void upload(file);
        }}
      />
      <p class="soft" id="logo-hint">
        PNG or JPEG, at most 100 KB. Shown 32 pixels high. Saved as soon as you choose it.
      </p>
      {logoUrl === null ? null : (
        <button type="button" class="quiet" onClick={() => void remove()}>
          Remove logo
        </button>
      )}
    </div>
  );
};
