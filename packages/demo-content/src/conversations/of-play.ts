/** Conversations in the chats of channels with games, sport and people on a stage. */
import { conversation } from './conversation.ts';

export const PLATFORMER = conversation(`
a: That jump at the waterfall looked close.
host: Two pixels. I counted after I stopped shaking.
a: You do not look as if you were shaking.
host: Low volume, high pulse.

b: New personal best today, I can feel it.
c: You felt it yesterday.
b: Yesterday I felt the one of today.
d: The logic of this chat is also any%.

e: What are you playing this on?
host: The build of this morning, keyboard, nothing remapped.
e: On a keyboard? With that many double jumps?
f: Space bar survivors’ club, meeting here every evening.

g: I love how the trees move in this level.
h: Three layers of them. The one in front moves fastest.
g: And the sun stays where it is. So simple, so good.
i: I copied that for my own game. Thank you for building in public.
host: Send a link when it runs! I mean it.
i: It runs. It does not jump yet.

j: Is the coin above the gap worth it?
k: It costs eleven frames. Only with a good start.
j: And without one?
k: Then you take it and smile.

l: Does the cave skip work on the old version?
b: Only with the second patch, and not with the lantern in hand.
l: That explains my last four evenings.
m: We have all been there. Drop the lantern.

n: gg, one more run?
host: One more. And then one more.
n: The fox said the thing 🦊
o: I have school tomorrow. One more.
p: The last one is always the good one.
c: The one before the last one, you mean. The last one is when you are tired.
`);

export const FOOTBALL = conversation(`
a: Harbour look tired.
b: They look tired every week, and then they win.
a: Not with that midfield.
c: Ten minutes. Summit only need one chance.

d: That was never a foul!
e: From behind, with both feet. My grandmother saw it, and she is in the kitchen.
d: Your grandmother supports Harbour.
e: She supports the truth, and Harbour.

f: What a pass down the left ⚽
g: Number seven has done that all afternoon.
f: Is he the baker’s boy?
g: The baker. The boy is in goal.

h: The flask of tea is the real commentator.
host: It has better lungs. Second cup at minute eighty, as always.
h: Which tea?
host: Strong. It has to hold the camera still.

i: What is the score on the other pitch?
j: Old Mill lead by one. If it stays like that, we play them in the cup.
i: Again? The last time there was fog, and a dog.
k: The dog was our best man that day.
j: Still no contract for him.

l: Ten minutes left, the visitors still have a chance.
m: Throw everything forward!
n: And who stays at the back?
m: The dog.
l: 😂 sign him now

o: The pitch held up well after all that rain.
host: Three volunteers and one very old roller. Thank you, all three of you.
p: And the roller. It is older than the club.

q: Can you move the second camera behind the goal?
host: At the next corner. The ladder is on the other side.
q: A one-man broadcast with a ladder. I love this league.
r: Watching from Lagos. Sunday is not Sunday without it.
`);

export const COMEDY = conversation(`
a: That was dry. I like it.
b: So dry that I needed a drink.
c: There is a bar on the left, they say at every break.
b: I am at home. There is a tap.

d: Who is next?
host: A woman who repairs lifts. She says that it has its ups and downs.
d: She did not say that.
host: She did. It is her opening line, and I have just spoiled it.

e: The pause did all the work 😂
f: Four seconds! I counted, and I laughed at three.
g: You can hear the one chair that laughs before all others.
f: That chair is in row two. It is there every week.

h: Brave to go first.
i: I went first in March. You do not remember anything, and then you buy everyone crisps.
h: Were you the one with the parrot?
i: I was the one with the parrot.
j: The parrot was wonderful!
i: The parrot was my flatmate.

k: My neighbor asks why I am laughing.
l: Send them the link, then knock on the wall together.
k: We are both watching now. They say good evening.
m: Good evening, neighbor 👋

n: Is it always forty chairs?
host: Forty chairs, forty-one people. One leans on the pillar.
n: The pillar deserves a credit.

o: How does one sign up as a first-timer?
host: Be here at half past eight and put your name into the hat.
o: And if the hat is full?
host: It is a big hat. It used to be a lamp.
p: I did it at sixty-two. Best five minutes of the year.
o: Now I have no excuse.
q: We will laugh before the joke, I promise.
`);

export const CITY = conversation(`
a: 雨の匂いがしてきそう。
b: あとラーメンの匂いも。いつもそれ。
a: ラーメン屋を左でお願いします！
host: 左に行きます。湯気の向こうで店主が手を振っていますよ。

c: ここはどこの街ですか？
d: 絶対に言わないんです。そこがいい。
c: 看板に見覚えがある気がする。
e: みんなそれぞれの地元に見えるみたいですよ。

f: 水たまりのネオン 🌃
g: 画面を撮って壁紙にしました。
f: 右の赤いのがいちばんきれい。
g: まさにそれです！

h: ソファから一緒に歩いています。
i: こちらはランニングマシンで、同じ速さで。
host: では渡りますよ。自転車に気をつけて。
i: 避けました。地下のジムで。

j: マイクは傘の中ですか？
host: 柄の中です。聞こえているのは傘に落ちる雨の音。
j: すごくご機嫌な太鼓みたい。
k: 橋の下のところで毎回寝てしまう。

l: こんな時間に何が開いてるんですか？
m: パン屋が三時から。先週の配信にありました。
l: それも匂いがしてきそう。
n: 夜中の三時のパンは別の食べ物です。

o: 昔は遅番のあと、こうやって歩いて帰っていました。
p: 同じです。丘の上の病院で十二年。
o: 今は？
p: 今は誰かが濡れるのを見ています。最高です。
host: どういたしまして。左の靴が何か言いたそうです。

q: 音楽なし、おしゃべりなし。ありがとう。
r: 街はずっとしゃべっていますけどね。
q: 確かに。でも何も聞いてこない。
`);
