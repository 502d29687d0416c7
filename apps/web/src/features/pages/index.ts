export { ContactForm } from './components/contact-form.tsx';
export { InformationPage } from './components/information-page.tsx';
export { MessageList } from './components/message-list.tsx';
export { PageEditor } from './components/page-editor.tsx';
