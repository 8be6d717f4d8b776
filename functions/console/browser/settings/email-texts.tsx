import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useApi } from '../app/api.ts';
import { enumLabel } from '../app/format.ts';
import { Await, Card, useRead, useSingleAttempt } from '../app/parts.tsx';
import { showToast } from '../app/toast.tsx';
import { Form } from '../forms/form.tsx';
import type { FormField, Values } from '../forms/forms.ts';
import { field } from '../objects/actions/actions.ts';
import { type EmailText, isRow, type Row } from '../objects/rows.ts';

/** Replaces the texts of one email to customers, in one language. */

const LANGUAGES = { en: 'English', de: 'German', nl: 'Dutch', fr: 'French', es: 'Spanish', it: 'Italian', pl: 'Polish' };

const PATH = 'tenant/email_texts';

const fieldsFor = ({ default_texts: defaults }: EmailText): readonly FormField[] => {
  const hint = (text: string | null) => ({ hint: text === null ? 'If empty, the email has no such text.' : `If empty: ${text}` });
  return [
    field('texts.subject', 'Subject', 'text', hint(defaults.subject)),
    field('texts.opening', 'First paragraph', 'longText', hint(defaults.opening)),
    field('texts.closing', 'Last paragraph', 'longText', hint(defaults.closing)),
  ];
};

/** The texts that the member has entered; `null`: the default. */
const enteredTexts = (values: Values): Row => {
  const textAt = (name: string): string | null => values[`texts.${name}`]?.trim() || null;
  return { subject: textAt('subject'), opening: textAt('opening'), closing: textAt('closing') };
};

interface EditorProps {
  readonly current: EmailText;
  readonly onSignedOut: () => void;
  /** Called after the texts are stored. */
  readonly onStored: () => void;
}

const Editor = ({ current, onSignedOut, onStored }: EditorProps) => {
  const { calls } = useApi();
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const [entered, setEntered] = useState<Values>({});
  const [shown, setShown] = useState<Row | null>(null);
  const { email, language, placeholders } = current;
  const store = async (): Promise<void> => {
    await calls.post('live', PATH, { email, language, texts: enteredTexts(entered) });
    showToast('Email texts replaced.');
    onStored();
  };
  const show = (): Promise<boolean> =>
    attempt(async () => {
      const { preview } = await calls.post('live', PATH, { email, language, texts: enteredTexts(entered), preview: true });
      setShown(isRow(preview) ? preview : null);
    });
  return (
    <>
      <p class="soft">
        Placeholders:{' '}
        {placeholders.map((name, index) => (
          <Fragment key={name}>
            {index === 0 ? null : ', '}
            <code>{`{${name}}`}</code>
          </Fragment>
        ))}
      </p>
      <Form
        fields={fieldsFor(current)}
        before={current}
        label="Replace texts"
        cancel={null}
        onChange={setEntered}
        {...{ onSignedOut }}
        send={store}
      />
      {problem === null ? null : <ProblemBox text={problem} />}
      <button type="button" class="quiet" aria-disabled={isBusy} onClick={() => void show()}>
        Show email
      </button>
      {shown === null ? null : (
        <section class="json answer" aria-label="Email with sample values">
          <p>
            <strong>{String(shown['subject'])}</strong>
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text longer than the box must be scrollable with the keyboard */}
          <pre tabIndex={0}>{String(shown['text'])}</pre>
        </section>
      )}
    </>
  );
};

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

const Choice = ({ id, label, value, options, choose }: ChoiceProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </div>
);

export const EmailTexts = ({ onSignedOut }: { readonly onSignedOut: () => void }) => {
  const { calls } = useApi();
  const [language, setLanguage] = useState('en');
  const [email, setEmail] = useState('order_confirmation');
  const [version, setVersion] = useState(0);
  const read = useRead(() => calls.page('live', PATH, new URLSearchParams({ language })), `${language}#${version}`, onSignedOut);
  return (
    <Card title="Emails to customers">
      <div class="body">
        <Await read={read}>
          {({ data }) => {
            const current = data.find((each) => each.email === email);
            const emails = Object.fromEntries(data.map((each) => [each.email, enumLabel(each.email)]));
            return (
              <>
                <Choice id="email-kind" label="Email" value={email} options={emails} choose={setEmail} />
                <Choice id="email-language" label="Language" value={language} options={LANGUAGES} choose={setLanguage} />
                {current === undefined ? null : (
                  <Editor
                    key={`${email}#${current.language}#${JSON.stringify(current.texts)}`}
                    current={current}
                    onSignedOut={onSignedOut}
                    onStored={() => setVersion(version + 1)}
                  />
                )}
              </>
            );
          }}
        </Await>
      </div>
    </Card>
  );
};
