/** Conversations in the chats of channels with music and films. */
import { conversation } from './conversation.ts';

export const LOFI = conversation(`
a: Perfect for homework, thank you.
b: What are you writing?
a: History. Two pages to go, and this helps.
b: Chemistry here. Race you.
a: Done with one. You?
b: I drew a molecule and named it Fader.

c: Is Fader the cat asleep again?
host: On the warm part of the mixer. I cannot reach the reverb.
c: Then no reverb tonight.
d: The cat has a good ear. It is dry enough outside of the window.

e: The rain in this one ☔
f: It is real. There is a bus in it, if you listen.
e: I heard the bus! Around the second round.
g: I wait for the bus every time. It is never late.

h: Which sampler is that?
host: A borrowed one. It has eight seconds of memory, and I use all of them.
h: Eight seconds, and it sounds like an evening.
i: Limits are the best instrument.

j: Is the piano a record or you?
host: Me, at my aunt’s, through a phone in a shoe.
j: In a shoe?
host: It takes the edge off. Brown leather, size forty-three.
k: Producers will buy that shoe.

l: Writing a letter by hand for the first time in years.
m: To whom?
l: To a friend who moved. I tell her about this stream.
m: Put the link in, in your best handwriting.
n: Long letters club, sign here ✍️

o: It is three in the morning, and I am not even tired.
p: Drink some water and blink.
o: Thank you, kind stranger.
p: We are all on the night bus here.
`);

export const PIANO = conversation(`
a: Could you play the one in E flat?
host: After this one. It needs a deep breath.
a: Take your time. So do I.

b: My neighbors should be this quiet.
c: Mine knock when I stop.
b: That is the best kind.
d: Ours sings along. Badly, and on time.

e: Beautiful 🎹
f: The felt makes it sound like a room with a carpet.
e: A room with a carpet and rain.
host: There is a carpet, and there is rain. The roof does the rest.

g: I learned this one as a child.
h: And can you still play it?
g: The first page. Then I hum.
h: I have the other problem. I only remember the end.
g: Together we have the whole piece.

i: The left hand is so even.
j: I have practised that bar for a month, and mine limps.
host: Play it too slowly for a week. Slower than you can bear.
j: I can bear very little.
k: The advice works. I am forty-one, and it took me two weeks.

l: What is on the music stand beside the notes?
m: A photo of the cat, I think.
host: A shopping list. Milk, candles, strings.
l: That would be a good title for a nocturne.

n: I put this on for my father. He says that the tuning is honest.
host: That is the nicest word for it. Thank you, both of you.
n: He was a tuner for fifty years.
host: Then I am going to sit up straight now.

o: What is the piece called?
p: Nocturne number two, she said. The one that everybody knows and few play softly.
o: I know it from a film, and now from here.
p: Now it is from here.
`);

export const RAILWAY = conversation(`
a: I took this line every summer.
b: To where?
a: To the end. My aunt kept the station’s garden.
b: It is still there, in the last half hour. Roses up to the clock.

c: The light in the valley right now.
d: Made by hand, all of it. Paper and lamps.
c: I keep forgetting that it is not a window.
d: It is a window. Only the train is small.

e: No cuts, no talking. Thank you.
f: Shh 😄
e: You are right. Shh.

g: Is that the viaduct at Highmoor?
h: It is. I drive the real one twice a day, and they got the third arch right.
g: What is wrong with the third arch?
h: It was rebuilt in 1931, a hand narrower. You feel it in the wheels.
i: This chat always has a train driver when you need one.

j: Sheep! 🐑
k: Seven of them. There will be eight on the way back.
j: Where does the eighth come from?
k: It is a long film.

l: When is the next screening?
host: When this one ends, with a pause for tea. Tonight around the clock.
l: Then I will miss the beginning and see it later.
m: It is a circle. There is no beginning on this line.

n: Which one should I see after this?
o: “A Window in March”. One window, and you cry at the end.
n: At a window?
o: At the light. Trust me.
p: I did not cry. I had something of March in my eye.

q: My son has laid out his own rails in front of the screen.
host: How many carriages?
q: Three, and a shoe.
r: The shoe is the dining car.
`);
